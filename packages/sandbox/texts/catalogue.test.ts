import { describe, expect, test } from 'vitest'
import { flatten } from '#sandbox/screens/test-texts.ts'
import { chooseLanguage, fill, texts } from './catalogue.ts'

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

describe.each([
  ...(['screens', 'start', 'payments', 'fallback', 'phone', 'callback', 'reference', 'checks'] as const).map(
    page => [page, texts.fr[page], texts.en[page]] as const,
  ),
])('%s in French and English', (_name, french, english) => {
  const inFrench = new Map(flatten(french))
  const inEnglish = new Map(flatten(english))

  test('have the same texts, none empty', () => {
    expect([...inEnglish.keys()]).toEqual([...inFrench.keys()])
    for (const text of [...inFrench.values(), ...inEnglish.values()]) expect(text.trim()).not.toBe('')
  })

  test('have the same placeholders', () => {
    for (const [path, text] of inFrench)
      expect([path, placeholders(inEnglish.get(path) ?? '')]).toEqual([path, placeholders(text)])
  })
})

describe('the language of a request', () => {
  test.each([
    ['en', 'fr-FR,fr;q=0.9', 'en'],
    [undefined, 'en-GB,en;q=0.9,fr;q=0.8', 'en'],
    [undefined, 'de,fr;q=0.4,en;q=0.8', 'en'],
    [undefined, 'fr;q=0.7,en;q=0', 'fr'],
    [undefined, 'de', 'fr'],
    [undefined, null, 'fr'],
    ['<script>', ';;q=x,,', 'fr'],
  ])('chosen %s, accepted %s: %s', (chosen, accepted, expected) => {
    expect(chooseLanguage(chosen, accepted)).toBe(expected)
  })
})

test('an unknown placeholder is kept', () => {
  expect(fill('{a} {b}', { a: 1 })).toBe('1 {b}')
})
