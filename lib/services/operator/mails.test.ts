import { beforeAll, describe, expect, test } from 'vitest'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { anOperator, aPerson } from '#testing/people/a-person.ts'
import { openMailbox, sendDueMails } from '#testing/stack/mailbox.ts'
import { openStack } from '#testing/stack/open.ts'
import { listCertificateSets, raiseCertificateAlarms } from './certificate-sets.ts'
import { listFailingOperators, mailAuditBroken, mailCertificateEnding, mailPaymentAlarm } from './mails.ts'

openStack()
const mailbox = openMailbox()
const [fr, en] = ['op-fr@guichet.example', 'op-en@guichet.example']
const operator = { userId: '', authenticatedAt: new Date() }
let fingerprint = ''

beforeAll(async () => {
  operator.userId = (await anOperator({ email: fr })).userId
  await anOperator({ email: en, locale: 'en', mailNotices: false })
  await aPerson({ email: 'person@guichet.example' })
  fingerprint = (await listCertificateSets(operator))[0]?.qwac.fingerprint ?? ''
})

const recipients = () => mailbox.mails.map(({ to }) => to).sort()
const ending = (daysLeft: number, of = fingerprint) =>
  db().$transaction(tx => mailCertificateEnding(tx, { use: 'qwac', fingerprint: of, daysLeft }))

describe('an ending certificate', () => {
  test('is mailed to every operator and nobody else, in their language, with what to do', async () => {
    await ending(7)
    await sendDueMails()
    expect(recipients()).toEqual([en, fr])
    const [french] = await mailbox.readTo(fr)
    expect(french?.subject).toBe('Guichet\u202f: le QWAC expire dans 7\u00a0jours')
    expect(french?.text).toContain('console opérateur')
    const [english] = await mailbox.readTo(en)
    expect(english?.subject).toBe('Guichet: the QWAC ends in 7 days')
    expect(english?.text).toContain(fingerprint.slice(0, 16))
    expect(english?.text).toContain(`${process.env.APP_URL}/operator/certificates`)
  })

  test('is not mailed if it is not recorded', async () => {
    const [active] = await listCertificateSets(operator)
    setClock(new Date(new Date(active?.qwac.validTo ?? 0).getTime() - 0.5 * 86_400_000))
    const dies = raiseCertificateAlarms(async (tx, one) => {
      await mailCertificateEnding(tx, one)
      throw new Error('died')
    })
    await expect(dies).rejects.toThrow('died')
    expect(await db().mail.count()).toBe(0)
    await raiseCertificateAlarms(mailCertificateEnding)
    expect(await db().mail.count()).toBe(4)
  })

  test('is no longer mailed once it is replaced, nor to former operators', async () => {
    await ending(7, 'cd'.repeat(32))
    await ending(1)
    await db().user.updateMany({ where: { email: en }, data: { role: 'person' } })
    await sendDueMails()
    await db().user.updateMany({ where: { email: en }, data: { role: 'operator' } })
    expect(recipients()).toEqual([fr])
    expect((await mailbox.readTo(fr))[0]?.subject).toContain('un jour')
  })
})

test('a payment that a bank contradicts is mailed to every operator once, whatever notices it, though it could not be read before', async () => {
  const orderId = '0a0a0a0a-0000-4000-8000-000000000009'
  const alarm = { orderId, bankCode: '19870', status: 'rejected' }
  await db().$transaction(tx => mailPaymentAlarm(tx, { ...alarm, what: 'unread' }))
  await sendDueMails()
  expect(recipients()).toEqual([en, fr])
  mailbox.mails.length = 0
  await db().$transaction(tx => mailPaymentAlarm(tx, { ...alarm, what: 'mismatch' }))
  await db().$transaction(tx => mailPaymentAlarm(tx, { ...alarm, what: 'contradiction' }))
  await sendDueMails()
  expect(recipients()).toEqual([en, fr])
  const [mail] = await mailbox.readTo(en)
  expect(mail?.text).toContain(orderId)
  expect(mail?.text).toContain('another amount, payee or detail')
})

test('operators whose alarms fail are shown to operators, until one arrives', async () => {
  mailbox.refuses = true
  await ending(14)
  await sendDueMails()
  expect((await listFailingOperators(operator)).map(({ email }) => email)).toEqual([en, fr])
  mailbox.refuses = false
  await ending(7)
  await sendDueMails()
  expect(await listFailingOperators(operator)).toEqual([])
  const person = await db().user.findFirstOrThrow({ where: { email: 'person@guichet.example' } })
  await expect(listFailingOperators({ ...operator, userId: person.id })).rejects.toMatchObject({ code: 'not_found' })
})

test('a broken audit trail is mailed to every operator, once per finding, and again if there is more', async () => {
  const found = { stream: 'system', seq: 7, eventId: '12', fault: 'digest' } as const
  const tell = (breaks: Parameters<typeof mailAuditBroken>[1]) => db().$transaction(tx => mailAuditBroken(tx, breaks))
  await tell([found])
  await tell([found])
  await sendDueMails()
  expect(recipients()).toEqual([en, fr])
  expect((await mailbox.readTo(en))[0]?.subject).toBe('Guichet: the audit trail is broken')
  await tell([found, { ...found, seq: 8 }])
  await sendDueMails()
  expect(recipients()).toEqual([en, en, fr, fr])
})
