import { expect, test } from 'vitest'
import { frameMail } from './frame.ts'
import { writeKeyExpiring, writeLink, writePaymentHeld } from './merchant.ts'

test('what people typed is escaped, and addresses are links', () => {
  const facts = {
    organisation: 'Café <b>"&',
    title: 'Don',
    amount: null,
    isTest: false,
    url: 'https://guichet.example/l/x?a=1&b=2',
  }
  const { text, html, subject } = frameMail(writeLink(facts, 'en'), 'en')
  expect(subject).toBe('Payment request from Café <b>"&: Don')
  expect(text).toContain('Café <b>"& asks you to pay: Don.')
  expect(html).toContain('>Café &lt;b&gt;&quot;&amp; asks you to pay: Don.</p>')
  expect(html).toContain('<a href="https://guichet.example/l/x?a=1&amp;b=2"')
})

test('a sender is shown by its logo, with its name for those who see none, or by its name; without one the mail is ours', () => {
  const facts = {
    organisation: 'Café "A"',
    title: 'Don',
    amount: null,
    isTest: false,
    url: 'https://guichet.example/l/x',
  }
  const written = (sender?: { name: string; hasLogo: boolean }) =>
    frameMail({ ...writeLink(facts, 'fr'), ...(sender && { sender }) }, 'fr').html
  expect(written({ name: 'Café "A"', hasLogo: true })).toContain('<img src="cid:logo@guichet" alt="Café &quot;A&quot;"')
  expect(written({ name: 'Café', hasLogo: false })).toContain('font-size:18px">Café</p>')
  expect(written()).toContain('font-size:18px">Guichet</p>')
})

test('a link of a test says so before anything else', () => {
  const facts = {
    organisation: 'Café',
    title: 'Don',
    amount: '5,00 €',
    isTest: true,
    url: 'https://guichet.example/l/x',
  }
  expect(writeLink(facts, 'fr')).toMatchObject({ subject: 'Essai\u202f: demande de paiement de Café\u202f: Don' })
  expect(writeLink(facts, 'fr').paragraphs[0]).toContain('rien à payer')
  expect(writeLink(facts, 'en').paragraphs[0]).toContain('nothing to pay')
})

test('a payment on hold says when it is a test only', () => {
  const facts = { organisation: 'Café', reference: 'R1', page: 'https://guichet.example/payments/1', settings: 'x' }
  expect(writePaymentHeld({ ...facts, isTest: true }, 'fr').subject).toContain('paiement de test')
  expect(writePaymentHeld({ ...facts, isTest: false }, 'fr').subject).not.toContain('test')
})

test('a key that expires is named with its last day, and as a test key if it is one', () => {
  const facts = { organisation: 'Café', name: 'Caisse', expiresOn: '2026-12-03', page: 'https://guichet.example/keys' }
  expect(writeKeyExpiring({ ...facts, isTest: true }, 'fr')).toMatchObject({
    subject: 'Café\u202f: une clé d’API de test expire le 3 décembre 2026',
    paragraphs: [
      expect.stringContaining('«\u202fCaisse\u202f» est utilisable jusqu’à la fin du 3 décembre 2026'),
      expect.anything(),
    ],
  })
  expect(writeKeyExpiring({ ...facts, isTest: false }, 'en').subject).toBe(
    'Café: an API key expires on 3 December 2026',
  )
})
