import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDb, db } from '#lib/db.ts'
import { mailCertificateEnding } from './operator-mail.ts'

const mails: { to: string; raw: string }[] = []
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', chunk => chunks.push(chunk))
    stream.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      for (const { address } of session.envelope.rcptTo) mails.push({ to: address, raw })
      done()
    })
  },
})
const ending = { use: 'qwac', fingerprint: 'ab'.repeat(32), daysLeft: 7 } as const

beforeAll(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const person = { name: 'Someone', passwordHash: 'none' }
  await db().user.create({ data: { ...person, email: 'op-fr@guichet.example', role: 'operator' } })
  await db().user.create({ data: { ...person, email: 'op-en@guichet.example', role: 'operator', locale: 'en' } })
  await db().user.create({ data: { ...person, email: 'person@guichet.example' } })
})
afterAll(async () => {
  await new Promise<void>(done => server.close(done))
  await closeDb()
})

test('without a mail server nothing is sent, and nothing fails', async () => {
  await mailCertificateEnding(ending)
  expect(mails).toEqual([])
})

test('every operator, and nobody else, is told in their language which certificate ends and what to do', async () => {
  process.env.SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  await mailCertificateEnding(ending)
  expect(mails.map(({ to }) => to).sort()).toEqual(['op-en@guichet.example', 'op-fr@guichet.example'])
  const read = async (to: string) => PostalMime.parse(mails.find(mail => mail.to === to)?.raw ?? '')
  const french = await read('op-fr@guichet.example')
  expect(french.subject).toBe('Guichet : le QWAC expire dans 7 jours')
  expect(french.text).toContain('poste de pilotage')
  const english = await read('op-en@guichet.example')
  expect(english.subject).toBe('Guichet: the QWAC ends in 7 days')
  expect(english.text).toContain('abababababababab')
})
