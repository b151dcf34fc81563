import { type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'
import { cleanText } from '@guichet/values/text/clean.ts'

/** What a payment institution asks a company (code monétaire et financier, art. L. 561-5, L. 561-5-1, R. 561-1). */

/** Holds more than a quarter of the capital or votes. */
export type BeneficialOwner = { readonly name: string; readonly bornOn: string; readonly share: string }

export type Business = {
  /** What it sells. */
  readonly activity: string
  /** Its code in the French register; null: not said. */
  readonly naf: string | null
  /** Empty: nobody, then its representative counts (art. R. 561-3). */
  readonly owners: readonly BeneficialOwner[]
}

export const maxBeneficialOwners = 4
export const businessFields = ['activity', 'naf', 'owners'] as const
export type BusinessField = (typeof businessFields)[number]

/** As it is stored: clean, 62.01Z, without empty lines, 50 for 50 %. */
export function normaliseBusiness(typed: {
  activity: string
  naf: string
  owners: readonly BeneficialOwner[]
}): Business {
  const naf = typed.naf.replace(/[\s.]/g, '').toUpperCase()
  return {
    activity: cleanText(typed.activity, 300),
    naf: naf === '' ? null : naf.replace(/^(\d\d)/, '$1.'),
    owners: typed.owners
      .map(({ name, bornOn, share }) => ({
        name: cleanText(name, 140),
        bornOn: bornOn.trim(),
        share: share.replace(/[\s%]/g, '').replace(',', '.'),
      }))
      .filter(({ name, bornOn, share }) => name + bornOn + share !== ''),
  }
}

/** Null: valid. An owner needs a name, a birthday and a share of 100 at most. */
export function findBusinessFault({ activity, naf, owners }: Business, today: IsoDate): BusinessField | null {
  if (activity.length < 5) return 'activity'
  if (naf !== null && !/^\d\d\.\d\d[A-Z]$/.test(naf)) return 'naf'
  const isSound = ({ name, bornOn, share }: BeneficialOwner) =>
    name !== '' && isDay(bornOn) && bornOn >= '1900-01-01' && bornOn < today && isShare(share)
  return owners.length <= maxBeneficialOwners && owners.every(isSound) ? null : 'owners'
}

const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && isoDay(new Date(text)) === text

const isShare = (text: string) => /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) > 0 && Number(text) <= 100
