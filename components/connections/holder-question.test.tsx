import { describe, expect, test } from 'vitest'
import { messages } from '#components/i18n/messages.ts'
import type { ConnectionView } from '#lib/views/banking.ts'
import { draw, drawText, littoral } from '#testing/components/draw.tsx'
import { HolderQuestion } from './holder-question.tsx'

const connection: ConnectionView = {
  id: '019aa000-0000-7000-8000-000000000001',
  bank: littoral,
  state: 'active',
  reason: null,
  endedBy: null,
  psuName: 'Julien Mercier',
  foreignHolder: null,
  authorisedAt: null,
  expiresAt: null,
  daysLeft: null,
  lastSyncedAt: null,
  consent: null,
  accounts: [],
  unreadableAccounts: 0,
  quota: { used: 0, limit: 4, left: 3, pausedUntil: null, nextAt: null, nextIs: null },
}
const name = 'Julien Mercier'

describe.each(['fr', 'en'] as const)('in %s', locale => {
  const words = messages[locale].connections.holder
  const question = (changes: Partial<ConnectionView>) => (
    <HolderQuestion connection={{ ...connection, ...changes }} person="Ada Journée" className="" />
  )

  test('another name is asked about, with both answers', () => {
    const asked = question({ foreignHolder: { name, answer: null } })
    const text = drawText(locale, asked)
    for (const part of [name, 'Ada Journée', words.theirs, words.not_theirs]) expect(text).toContain(part)
    expect(draw(locale, asked).match(/value="\w+"/g)).toEqual(['value="theirs"', 'value="not_theirs"'])
  })

  test('after a no, a way to disconnect it and one to change the answer', () => {
    const denied = question({ foreignHolder: { name, answer: 'not_theirs' } })
    expect(draw(locale, denied)).toContain(`/connections/${connection.id}/disconnect"`)
    expect(drawText(locale, denied)).toContain(words.correct)
    expect(drawText(locale, denied)).not.toContain(words.not_theirs)
  })

  test('nothing is asked without another name, after a yes, or after the access has ended', () => {
    const foreignHolder = { name, answer: null }
    expect(drawText(locale, question({}))).toBe('')
    expect(drawText(locale, question({ foreignHolder: { name, answer: 'theirs' } }))).toBe('')
    expect(drawText(locale, question({ foreignHolder, state: 'replaced' }))).toBe('')
  })
})
