import { expect, test } from 'vitest'
import { frameMail } from './frame.ts'
import { writeLink, writePaymentHeld } from './merchant.ts'

test('what people typed is escaped, and addresses are links', () => {
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
