import { describe, expect, test } from 'vitest'
import { banks } from '#sandbox/banks.ts'
import { brandOf, groupBrand, type Palette } from './brands.ts'

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const pairs = (p: Palette): [string, string, string, number][] => [
  ['ink on page', p.ink, p.page, 7],
  ['ink on tint', p.ink, p.tint, 7],
  ['muted on page', p.muted, p.page, 4.5],
  ['muted on surface', p.muted, p.surface, 4.5],
  ['link on tint', p.primary, p.tint, 4.5],
  ['link on page', p.primary, p.page, 4.5],
  ['button', p.onPrimary, p.primary, 4.5],
  ['danger', p.danger, p.dangerTint, 4.5],
  ['field border on page', p.field, p.page, 3],
  ['focus ring on page', p.primary, p.page, 3],
]

const brands = [...banks.map(bank => [bank.name, brandOf(bank.code)] as const), ['Groupe Rivages', groupBrand] as const]

describe.each(brands)('%s', (_name, brand) => {
  for (const [mode, palette] of [
    ['light', brand.light],
    ['dark', brand.dark],
  ] as const)
    test.each(pairs(palette))(`${mode}: %s (WCAG 1.4.3, 1.4.11)`, (_what, one, other, least) => {
      expect(contrast(one, other)).toBeGreaterThanOrEqual(least)
    })

  test('white words on the panel', () => {
    for (const ground of Object.values(brand.panel)) expect(contrast('#ffffff', ground)).toBeGreaterThanOrEqual(4.5)
  })
})

test('the brand colours are those of the bank', () => {
  for (const bank of banks) {
    expect(brandOf(bank.code).panel.from).toBe(bank.brand.toLowerCase())
    expect(brandOf(bank.code).accent).toBe(bank.accent.toLowerCase())
  }
})
