import { expect, test } from 'vitest'
import { frameMail } from './frame.ts'
import {
  paymentAlarms,
  writeActivationWaits,
  writeAuditBroken,
  writeCertificateEnding,
  writePaymentAlarm,
  writeReadingsFail,
} from './operator.ts'

const page = 'https://guichet.example/operator/certificates'
const fingerprint = 'ab'.repeat(32)

test.each([
  [7, 'Guichet\u202f: le QWAC expire dans 7\u00a0jours', 'Guichet: the QWAC ends in 7 days'],
  [1, 'Guichet\u202f: le QWAC expire dans un jour', 'Guichet: the QWAC ends in one day'],
  [0, 'Guichet\u202f: le QWAC a expiré', 'Guichet: the QWAC has ended'],
  [-3, 'Guichet\u202f: le QWAC a expiré', 'Guichet: the QWAC has ended'],
])('a certificate that ends in %s days', (daysLeft, french, english) => {
  const facts = { use: 'qwac', fingerprint, daysLeft, page } as const
  expect(writeCertificateEnding(facts, 'fr').subject).toBe(french)
  expect(writeCertificateEnding(facts, 'en').subject).toBe(english)
  expect(writeCertificateEnding({ ...facts, use: 'qsealc' }, 'en').subject).toContain('QSealC')
  expect(frameMail(writeCertificateEnding(facts, 'en'), 'en').text).toContain(page)
})

test.each(paymentAlarms)('an alarm names the contradiction and where to look: %s', what => {
  const facts = { what, bankCode: '19870', orderId: 'order-1', status: 'rejected', page }
  const [french, english] = [writePaymentAlarm(facts, 'fr'), writePaymentAlarm(facts, 'en')]
  for (const parts of [french, english]) {
    const { text } = frameMail(parts, 'en')
    for (const fact of ['19870', 'order-1', 'rejected', page]) expect(text).toContain(fact)
    expect(text).not.toContain('undefined')
  }
  const others = paymentAlarms.filter(other => other !== what)
  for (const other of others) expect(writePaymentAlarm({ ...facts, what: other }, 'fr')).not.toEqual(french)
})

test.each([
  [1, 'une rupture', 'one break'],
  [3, '3\u00a0ruptures', '3 breaks'],
])('a broken audit trail: %s, where the first is, and where to look', (count, french, english) => {
  const facts = { count, stream: 'user:1', seq: 42, page }
  for (const [language, said] of [['fr', french] as const, ['en', english] as const]) {
    const { text } = frameMail(writeAuditBroken(facts, language), language)
    for (const fact of [said, 'user:1', '42', page]) expect(text).toContain(fact)
  }
})

test('refreshes that fail through our fault: at which bank, and where to look', () => {
  for (const [language, said] of [['fr', 'de notre fait'] as const, ['en', 'on our side'] as const]) {
    const { text } = frameMail(writeReadingsFail({ bankCode: '19870', page }, language), language)
    for (const fact of [said, '19870', page]) expect(text).toContain(fact)
  }
})

test('a merchant who waits to go live: who, and where to decide', () => {
  for (const [language, said] of [['fr', 'paiements réels'] as const, ['en', 'live payments'] as const]) {
    const { text } = frameMail(writeActivationWaits({ merchant: 'Librairie du Port', page }, language), language)
    for (const fact of [said, 'Librairie du Port', page]) expect(text).toContain(fact)
  }
})
