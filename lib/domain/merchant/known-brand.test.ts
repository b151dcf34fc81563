import { describe, expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { findKnownBrand } from './known-brand.ts'

describe('a name that looks like a known brand', () => {
  test.each(rowsOf<[string, string]>(import.meta.url, 'known-brands'))('%s is %s', (name, brand) =>
    expect(findKnownBrand(name)).toBe(brand),
  )

  test.each([
    '',
    'Librairie du Port',
    'Librairie du Port SARL',
    'Pineapple Express',
    'Grappler',
    'Café Fédérateur',
    'Atelier Vélo',
    'Jean Dupont',
    'Le Lidar',
    'Dupont Plomberie Paris 14',
    '株式会社',
    '💶💶💶',
  ])('%s is none', name => expect(findKnownBrand(name)).toBeNull())

  test('a long name takes no time', () => {
    expect(findKnownBrand('a '.repeat(150))).toBeNull()
    expect(findKnownBrand(`${'x'.repeat(300)}`)).toBeNull()
  })
})
