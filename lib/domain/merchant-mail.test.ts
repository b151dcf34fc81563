import { expect, test } from 'vitest'
import { frameMail } from './mail-frame.ts'
import { mailGapMs, writeLink, writePaymentHeld } from './merchant-mail.ts'

test('gaps double from half a minute to an hour, each with chance, for five days', () => {
  const gap = (tries: number, random: number, ageMs = 0) => mailGapMs({ tries, ageMs, random })
  expect([1, 2, 3].map(tries => gap(tries, 0))).toEqual([15_000, 30_000, 60_000])
  expect([1, 2, 3].map(tries => gap(tries, 0.999_999_9))).toEqual([30_000, 60_000, 120_000])
  expect(gap(8, 0.999_999_999)).toBe(3_600_000)
  expect(gap(5_000, 0.999_999_999)).toBe(3_600_000)
  const fiveDaysMs = 5 * 86_400_000
  expect(gap(200, 0, fiveDaysMs - 1)).toBe(1_800_000)
  expect(gap(200, 0, fiveDaysMs)).toBeNull()
})

test('what people typed is no markup, and addresses can be clicked', () => {
  const facts = { organisation: 'Café <b>"&', title: 'Don', amount: null, url: 'https://guichet.example/l/x?a=1&b=2' }
  const { text, html, subject } = frameMail(writeLink(facts, 'en'), 'en')
  expect(subject).toBe('Café <b>"&: Don')
  expect(text).toContain('Café <b>"& asks you to pay: Don.')
  expect(html).toContain('>Café &lt;b&gt;&quot;&amp; asks you to pay: Don.</p>')
  expect(html).toContain('<a href="https://guichet.example/l/x?a=1&amp;b=2"')
})

test('a payment on hold says when it is a test only', () => {
  const facts = { organisation: 'Café', reference: 'R1', page: 'https://guichet.example/payments/1', settings: 'x' }
  expect(writePaymentHeld({ ...facts, isTest: true }, 'fr').subject).toContain('paiement de test')
  expect(writePaymentHeld({ ...facts, isTest: false }, 'fr').subject).not.toContain('test')
})
