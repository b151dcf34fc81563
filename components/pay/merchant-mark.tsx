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
