import { describe, expect, test } from 'vitest'
import { type InvoiceFacts, writeInvoice } from './invoice.ts'

const facts: InvoiceFacts = {
  organisation: 'Librairie Atlas',
  number: 'F2026-0001',
  amount: '120,00\u00a0€',
  dueOn: '2026-06-30',
  isOverdue: false,
  isTest: false,
  url: 'https://guichet.example/l/x',
}

describe.each(['fr', 'en'] as const)('%s', language => {
  test('names seller, number, amount and due day, and leads to the page', () => {
    const { subject, paragraphs, lists, action } = writeInvoice(facts, language)
    expect(subject).toContain('F2026-0001')
    expect(subject).toContain('Librairie Atlas')
    expect(paragraphs).toHaveLength(1)
    expect(lists?.[0]?.lines.map(({ value }) => value)).toEqual([
      'F2026-0001',
      '120,00\u00a0€',
      language === 'fr' ? '30 juin 2026' : '30 June 2026',
    ])
    expect(action.url).toBe(facts.url)
  })

  test('a reminder and a test say so', () => {
    const first = writeInvoice(facts, language)
    const reminder = writeInvoice({ ...facts, isOverdue: true }, language)
    expect(reminder.subject).not.toBe(first.subject)
    expect(reminder.paragraphs[0]).toContain('120,00')
    expect(reminder.after).toHaveLength(2)
    expect(writeInvoice({ ...facts, isTest: true }, language).paragraphs).toHaveLength(2)
  })
})
