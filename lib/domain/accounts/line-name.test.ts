import { describe, expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { nameOfLine } from './line-name.ts'
import type { TransactionNature } from './transaction.ts'

describe('the name of a line', () => {
  // Of each way of paying: what stands in a label and is no part of the name, and what is.
  test.each(rowsOf<[TransactionNature, string, string]>(import.meta.url, 'line-names'))(
    '%s: %s is %s',
    (nature, label, name) => {
      expect(nameOfLine(label, nature)).toBe(name)
    },
  )

  test.each(rowsOf<[string]>(import.meta.url, 'endings'))(
    'does not end with %s, unless that is what it is called',
    ending => {
      expect(nameOfLine(`PRLV SEPA ALPINIA ${ending}`, 'direct_debit')).toBe('Alpinia')
      expect(nameOfLine(`PRLV SEPA LA MAISON DE ${ending}`, 'direct_debit').toLowerCase()).toContain(
        ending.toLowerCase(),
      )
    },
  )

  test.each([
    ['VIR SEPA RECU Αλέξης Παπαδόπουλος', 'Αλέξης Παπαδόπουλος'],
    ['PRLV SEPA شركة الكهرباء', 'شركة الكهرباء'],
  ])('has no words of the bank before it in any script: %s', (label, name) => {
    expect(nameOfLine(label, 'transfer_in')).toBe(name)
  })

  test('is the text itself if it has characters that labels do not contain', () => {
    for (const text of [
      '<script>alert(document.domain)</script>',
      '=HYPERLINK("http://evil.example")',
      '\u0645\u0631\u062D',
    ]) {
      expect(nameOfLine(text, 'card')).toBe(text)
    }
    expect(nameOfLine('', 'card')).toBe('')
  })

  test('is empty only for an empty label, and at most sixty characters long', () => {
    for (const label of [
      'CARTE',
      'VIR SEPA EMIS',
      '12/11',
      'SA',
      'PARIS',
      'FR',
      '*',
      'CB 12/11 SARL PARIS FR',
      'X'.repeat(140),
    ]) {
      for (const nature of ['card', 'transfer_in', 'direct_debit', 'cheque', 'other'] as const) {
        const name = nameOfLine(label, nature)
        expect(name).not.toBe('')
        expect([...name].length).toBeLessThanOrEqual(60)
      }
    }
  })
})
