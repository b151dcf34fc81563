import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailbox } from '#e2e/services/open-mailbox.ts'
import { closeDb, db } from '#lib/db.ts'
import { mailCertificateEnding } from './operator-mail.ts'

const mailbox = openMailbox()
const ending = { use: 'qwac', fingerprint: 'ab'.repeat(32), daysLeft: 7 } as const

beforeAll(async () => {
  const person = { name: 'Someone', passwordHash: 'none' }
  await db().user.create({ data: { ...person, email: 'op-fr@guichet.example', role: 'operator' } })
  await db().user.create({ data: { ...person, email: 'op-en@guichet.example', role: 'operator', locale: 'en' } })
  await db().user.create({ data: { ...person, email: 'person@guichet.example' } })
})
afterAll(closeDb)

test('without a mail server nothing is sent, and nothing fails', async () => {
  delete process.env.SMTP_URL
  await mailCertificateEnding(ending)
  expect(mailbox.mails).toEqual([])
})

test('every operator, and nobody else, is told in their language which certificate ends and what to do', async () => {
  await mailCertificateEnding(ending)
  expect(mailbox.mails.map(({ to }) => to).sort()).toEqual(['op-en@guichet.example', 'op-fr@guichet.example'])
  const [french] = await mailbox.readTo('op-fr@guichet.example')
  expect(french?.subject).toBe('Guichet : le QWAC expire dans 7 jours')
  expect(french?.text).toContain('poste de pilotage')
  const [english] = await mailbox.readTo('op-en@guichet.example')
  expect(english?.subject).toBe('Guichet: the QWAC ends in 7 days')
  expect(english?.text).toContain('abababababababab')
})
