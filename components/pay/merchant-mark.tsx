import type { CSSProperties } from 'react'
import { type BrandColours, brandColours, type Colour } from '#lib/domain/merchant/brand-colours.ts'
import type { MerchantBrand } from '#lib/views/organisation.ts'

/** A merchant's logo, on white as it was drawn for, and its name. */
export function MerchantMark({ merchant: { name, logo } }: { merchant: Pick<MerchantBrand, 'name' | 'logo'> }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      {logo === null ? null : (
        <span className="grid shrink-0 place-items-center rounded-[10px] bg-[#ffffff] p-1 ring-1 ring-line">
          {/* biome-ignore lint/performance/noImgElement: small and drawn by us */}
          <img src={logo} alt="" className="h-8 w-auto max-w-28 object-contain sm:h-10 sm:max-w-40" />
        </span>
      )}
      <span className="line-clamp-2 min-w-0 leading-tight font-semibold wrap-anywhere sm:text-lg" translate="no">
        {name}
      </span>
    </span>
  )
}

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
