import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasOtherThanLatin, isSayable, toSepa } from './sepa.ts'

test.each([
  ['Order 4711', 'Order 4711'],
  ['Œuvre n° 7', 'OEuvre no 7'],
  ['Élève à Noël', 'Eleve a Noel'],
  ['Straße, Łódź, Århus, Þór', 'Strasse, Lodz, Arhus, THor'],
  ['L’été « 2026 »', "L'ete ' 2026 '"],
  ['Durand & fils – 12 €', 'Durand + fils - 12 EUR'],
  ['a;b[c]{d}_e|f\\g', 'a,b(c)(d)-e/f/g'],
  ['½ ﬁn №3', '1/2 fin No3'],
  ['Кофе 3', 'Kofe 3'],
  ['Заказ № 42, Йод, ЩУКА', 'Zakaz No 42, Yod, SHTUKA'],
  ['Παραγγελία 42, ΘΕΑ, ταύρος', 'Paraggelia 42, THEA, tayros'],
  ['Ґанок Їжак', 'Ganok YIzhak'],
  ['注文 7', '.. 7'],
  ['e\u0301te', 'ete'],
  ['two\nlines\u00a0here', 'two lines here'],
  ['👍', '.'],
  ['', ''],
])('%s is %s', (text, sepa) => expect(toSepa(text, 140)).toBe(sepa))

describe('any text', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 200 })

  test('ends up in the set, within the limit', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 140 }), (text, max) => {
        expect(toSepa(text, max)).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/)
        expect(toSepa(text, max).length).toBeLessThanOrEqual(max)
      }),
    )
  })

  test('is changed once: what is in the set stays', () => {
    fc.assert(
      fc.property(texts, text => {
        expect(toSepa(toSepa(text, 140), 140)).toBe(toSepa(text, 140))
      }),
    )
  })
})

test.each([
  ['Zoë Cœur & Fils, n° 12…', false],
  ['Łukasz Żółć', false],
  ['Αλέξης', true],
  ['Й', true],
  ['Anniversaire 😀', true],
  ['שלום', true],
  ['', false],
  ['A. B.', false],
])('%s has other than Latin letters: %s', (text, has) => {
  expect(hasOtherThanLatin(text)).toBe(has)
})

test.each([
  ['注文', false],
  ['😀…', false],
  ['', false],
  ['注文 7', true],
  ['Ж', true],
])('of %s a bank can carry something: %s', (text, has) => expect(isSayable(text)).toBe(has))
