import { describe, expect, test } from 'vitest'
import { type CreditNoteFacts, writeCreditNote } from './credit-note.ts'

const facts: CreditNoteFacts = {
  organisation: 'Librairie Atlas',
  number: 'AV-F2026-0001',
  invoiceNumber: 'F2026-0007',
  amount: '20,00\u00a0€',
  reason: null,
  due: { amount: '100,00\u00a0€', on: '2026-06-30' },
  isPaid: false,
  isTest: false,
  url: 'https://guichet.example/l/x',
  fileUrl: 'https://guichet.example/l/x/invoice?credit=AV-F2026-0001',
}

describe.each(['fr', 'en'] as const)('%s', language => {
  const valuesOf = (change: Partial<CreditNoteFacts>) =>
    writeCreditNote({ ...facts, ...change }, language).lists?.[0]?.lines.map(({ value }) => value)

  test('names seller, credit note, invoice, amount and reason', () => {
    const { subject, paragraphs } = writeCreditNote(facts, language)
    expect(subject).toContain('AV-F2026-0001')
    expect(subject).toContain('Librairie Atlas')
    expect(paragraphs[0]).toMatch(/20,00.*F2026-0007/)
    expect(valuesOf({})).toEqual(['AV-F2026-0001', 'F2026-0007', '20,00\u00a0€'])
    expect(valuesOf({ reason: 'Un atlas abîmé' })).toContain('Un atlas abîmé')
  })

  test('says what is left to pay and leads there, or to the credit note if nothing is', () => {
    const part = writeCreditNote(facts, language)
    expect(part.paragraphs[1]).toMatch(language === 'fr' ? /100,00.*30 juin 2026/ : /100,00.*30 June 2026/)
    expect(part.action.url).toBe(facts.url)
    const [whole, paid] = [false, true].map(isPaid => writeCreditNote({ ...facts, due: null, isPaid }, language))
    expect(whole?.paragraphs[1]).not.toBe(paid?.paragraphs[1])
    for (const one of [whole, paid]) expect(one?.action.url).toBe(facts.fileUrl)
  })

  test('a test says so', () => {
    const test = writeCreditNote({ ...facts, isTest: true }, language)
    expect(test.paragraphs).toHaveLength(3)
    expect(test.subject).not.toBe(writeCreditNote(facts, language).subject)
  })
})
