import { describe, expect, test } from 'vitest'
import { matchLocale } from './locale.ts'

describe('the language of someone who has not chosen', () => {
  test.each([
    ['fr-FR,fr;q=0.9,en;q=0.8', 'fr'],
    ['en-US,en;q=0.9,fr;q=0.8', 'en'],
    ['de-DE,de;q=0.9,en;q=0.7,fr;q=0.6', 'en'],
    ['en;q=0.2, fr;q=0.9', 'fr'],
    ['en;q=0, de', 'fr'],
    ['de', 'fr'],
    ['', 'fr'],
  ])('%s gives %s', (header, locale) => {
    expect(matchLocale(header)).toBe(locale)
  })

  test('no header at all gives French', () => {
    expect(matchLocale(null)).toBe('fr')
  })
})
