import { expect, test } from 'vitest'
import { frameMail, type MailLanguage } from './frame.ts'
import { type InvitationToMail, writeInvitationMail } from './household.ts'

const link = 'https://guichet.example/household/invitation?token=abc'
const sent = { inviterName: 'Camille Roux', inviterEmail: 'camille@guichet.example', link }

const write = (facts: InvitationToMail, language: MailLanguage) =>
  frameMail(writeInvitationMail(facts, language), language)

test.each(['fr', 'en'] as const)('says who invites, until when, and where to answer: %s', language => {
  const { subject, text, html } = write(sent, language)
  expect(subject).toContain('Guichet')
  for (const part of [text, html]) {
    expect(part).toContain('Camille Roux (camille@guichet.example)')
    expect(part).toContain('7')
    expect(part).toContain(link)
  }
})

test('a name can contain neither a link nor markup', () => {
  const inviterName = 'Win at https://evil.example/x <b>now</b>'
  const { text, html } = write({ ...sent, inviterName }, 'en')
  expect(text).not.toContain('evil.example')
  expect(html).not.toContain('<b>')
  expect(html.match(/href=/g)).toHaveLength(1)
})
