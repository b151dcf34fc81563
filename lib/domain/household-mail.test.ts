import { expect, test } from 'vitest'
import { writeInvitationMail } from './household-mail.ts'

const link = 'https://guichet.example/household/invitation?token=abc'
const sent = { inviterName: 'Camille Roux', inviterEmail: 'camille@guichet.example', link }

test.each(['fr', 'en'] as const)('says who invites, until when, and where to answer: %s', language => {
  const { subject, text, html } = writeInvitationMail(sent, language)
  expect(subject).toContain('Guichet')
  for (const part of [text, html]) {
    expect(part).toContain('Camille Roux (camille@guichet.example)')
    expect(part).toContain('7')
    expect(part).toContain(link)
  }
})

test('a name can hold neither a link nor markup', () => {
  const inviterName = 'Win at https://evil.example/x <b>now</b>'
  const { text, html } = writeInvitationMail({ ...sent, inviterName }, 'en')
  expect(text).not.toContain('evil.example')
  expect(html).not.toContain('<b>')
  expect(html.match(/href=/g)).toHaveLength(1)
})
