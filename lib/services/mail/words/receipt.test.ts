import { describe, expect, test } from 'vitest'
import { type ReceiptFacts, writeReceipt } from './receipt.ts'

const facts: ReceiptFacts = {
  payee: 'Librairie Atlas',
  amount: { amount: '12.50', currency: 'EUR' },
  reference: 'Commande 4711',
  description: null,
  isPart: false,
  isTest: false,
  url: 'https://guichet.example/pay/x/receipt',
}

describe.each(['fr', 'en'] as const)('%s', language => {
  test('names payee, amount and reference, and links to the receipt', () => {
    const { subject, lists, action, paragraphs } = writeReceipt(facts, language)
    expect(subject).toContain('Librairie Atlas')
    expect(paragraphs).toHaveLength(1)
    expect(lists?.[0]?.lines.map(({ value }) => value)).toEqual([
      'Librairie Atlas',
      language === 'fr' ? '12,50\u00a0€' : '€12.50',
      'Commande 4711',
    ])
    expect(action.url).toBe(facts.url)
  })

  test('a part, a test and what it was for are said', () => {
    const whole = writeReceipt(facts, language)
    const part = writeReceipt({ ...facts, isPart: true, isTest: true, description: 'Atlas' }, language)
    expect(part.paragraphs[0]).not.toBe(whole.paragraphs[0])
    expect(part.paragraphs).toHaveLength(2)
    expect(part.subject).not.toBe(whole.subject)
    expect(part.lists?.[0]?.lines).toHaveLength(4)
  })
})
