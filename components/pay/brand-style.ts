import type { CSSProperties } from 'react'
import { type BrandColours, brandColours, type Colour } from '#lib/domain/merchant/brand-colours.ts'

/** The colours of `app/globals.css` that a merchant's own replaces. */
const variables = {
  brand: '--brand',
  brandStrong: '--brand-strong',
  onBrand: '--on-brand',
  brandTint: '--brand-tint',
  brandInk: '--brand-ink',
} as const satisfies Record<keyof BrandColours, string>

/** A style that gives everything inside the merchant's colours, in both themes; none for ours. */
export function brandStyle(colour: Colour | null): CSSProperties | undefined {
  if (colour === null) return undefined
  const { light, dark } = brandColours(colour)
  const names = Object.keys(variables) as (keyof BrandColours)[]
  return Object.fromEntries(names.map(name => [variables[name], `light-dark(${light[name]}, ${dark[name]})`]))
}
