import type { Prisma } from '#lib/db.ts'
import { readColour } from '#lib/domain/merchant/brand-colours.ts'
import type { MerchantBrand } from '#lib/views/organisation.ts'

export const brandColumns = {
  name: true,
  brandColour: true,
  logoVersion: true,
  addressLines: true,
  country: true,
  email: true,
  website: true,
} as const satisfies Prisma.OrganisationSelect

export const logoPath = (version: string) => `/images/merchants/${version}`

export function senderOf({ name, logoVersion }: { readonly name: string; readonly logoVersion: string | null }) {
  return { name, hasLogo: logoVersion !== null }
}

export function brandOf(row: Prisma.OrganisationGetPayload<{ select: typeof brandColumns }>): MerchantBrand {
  const { name, brandColour, logoVersion, addressLines, country, email, website } = row
  const logo = logoVersion === null ? null : logoPath(logoVersion)
  return { name, colour: readColour(brandColour ?? ''), logo, addressLines: [...addressLines], country, email, website }
}
