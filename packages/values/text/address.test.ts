import { describe, expect, test } from 'vitest'
import { containsAddress, withoutAddress } from './address.ts'

const addresses = [
  'Guichet Sécurité: votre compte est bloqué https://evil.example',
  'evil.example',
  'Evil.Example votre compte',
  'evil . example',
  'evil .example',
  'evil. com',
  'Ａｐｐｌｅ．ｃｏｍ',
  'evil。example',
  'evil․example',
  'evil\u200b.\u200bexample',
  'evil[.]example',
  'evil (dot) example',
  'évènement.例え',
  'xn--vnement-9ua.xn--fsq',
  'support@evil.example',
  'support ＠ evil',
  'www evil example',
  'hxxps evil example',
  'evil//login',
  '192.0.2.7',
  'x.co',
  'a.b.evil-shop.fr/login',
  'impots.gouv',
]
const names = [
  'Librairie du Port',
  'S.A.R.L. Dupont',
  'Dupont S.A.',
  'J.P. Dupont & Fils',
  'J.Dupont',
  'Ets. Martin',
  'Boulangerie St. Malo',
  'Café n° 1.5',
  'Café « Le Point »',
  'L’atelier, etc.',
  'Studio 3.0',
  'Paris/Lyon',
  'Chez A. & B.',
  'Bar: Le Quai',
  '株式会社',
  '',
]

test.each(addresses)('“%s” carries an address', name => expect(containsAddress(name)).toBe(true))
test.each(names)('“%s” carries none', name => expect(containsAddress(name)).toBe(false))

describe('without it', () => {
  test.each(addresses)('“%s” is no link', name => {
    const left = withoutAddress(name)
    expect(left).not.toMatch(/[./:@]/)
    expect(left).not.toMatch(/\p{Cf}/u)
  })

  test('a name stays as it is', () => expect(withoutAddress('  Camille  Roux ')).toBe('Camille Roux'))
})

test('a long text takes no time', () => {
  for (const text of ['a', ' ', '.', 'a.', 'a .', '@ '])
    expect([true, false]).toContain(containsAddress(text.repeat(200_000)))
})
