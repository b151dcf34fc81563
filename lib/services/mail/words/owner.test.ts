import { describe, expect, test } from 'vitest'
import { frameMail } from './frame.ts'
import { type OwnerEvent, writeOwnerMail } from './owner.ts'

const events: readonly OwnerEvent[] = [
  { what: 'owner_invited', address: 'guest@guichet.example' },
  ...(['owner_joined', 'owner_made', 'owner_removed', 'owner_demoted', 'owner_left'] as const).map(what => ({
    what,
    name: 'Gaël',
  })),
  { what: 'beneficiary_changed', iban: 'DE89 •••• 3000' },
  { what: 'beneficiary_withdrawn', iban: 'DE89 •••• 3000' },
  { what: 'beneficiary_waits', iban: 'DE89 •••• 3000', from: new Date('2026-07-02T08:30:00Z') },
  ...([true, false] as const).flatMap(isTest => [
    ...(['key_created', 'key_changed', 'key_revoked'] as const).map(what => ({ what, name: 'Caisse', isTest })),
    ...(['webhook_created', 'webhook_changed', 'webhook_deleted', 'webhook_secret_rotated'] as const).map(what => ({
      what,
      host: 'shop.example',
      isTest,
    })),
  ]),
  { what: 'return_urls_changed', hosts: ['shop.example', 'localhost:4000'] },
  { what: 'return_urls_changed', hosts: [] },
]
const facts = {
  organisation: 'Café <b>',
  by: 'Zoé',
  at: new Date('2026-07-01T08:30:00Z'),
  page: 'https://g.example/organisation',
}

describe.each(['fr', 'en'] as const)('in %s', language => {
  test.each(events)('%j: what, who, when and what to do, each in a sentence of its own', event => {
    const parts = writeOwnerMail({ ...facts, event }, language)
    const [sentence = '', who = '', remedy = ''] = parts.paragraphs
    expect(parts.subject).toMatch(language === 'fr' ? /^Café <b>\u202f: \p{Ll}/u : /^Café <b>: \p{Ll}/u)
    expect(who).toContain(language === 'fr' ? 'Zoé le 1 juillet 2026 à 10:30' : 'Zoé on 1 July 2026 at 10:30')
    for (const text of [sentence, who, remedy]) expect(text).toMatch(/^\p{Lu}.*\.$/u)
    expect(parts.action.label).not.toBe('')
    const { text, html } = frameMail(parts, language)
    expect(text).not.toMatch(/undefined|null|\[object/)
    expect(html).toContain('Café &lt;b&gt;')
    if (language === 'fr') expect(text).not.toMatch(/ [:;?!»]|« |'/)
  })
})

test('a delayed change says from when, in Paris time', () => {
  const event = { what: 'beneficiary_waits', iban: 'DE89 •••• 3000', from: new Date('2026-07-02T08:30:00Z') } as const
  expect(writeOwnerMail({ ...facts, event }, 'en').paragraphs[0]).toContain('From 2 July 2026 at 10:30, Paris time')
  expect(writeOwnerMail({ ...facts, event }, 'fr').paragraphs[0]).toContain('À partir du 2 juillet 2026 à 10:30')
})

test('no two events have the same text', () => {
  const texts = events.map(event => frameMail(writeOwnerMail({ ...facts, event }, 'fr'), 'fr').html)
  expect(new Set(texts).size).toBe(events.length)
})
