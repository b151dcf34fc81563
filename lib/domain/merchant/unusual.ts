/** Reasons to look, never a verdict. */

export const signNames = ['brand', 'refused', 'rush', 'new_account'] as const
export type SignName = (typeof signNames)[number]

/** In live mode. */
export type LiveActivity = {
  readonly brand: string | null
  /** Of seven days. */
  readonly attempts: number
  readonly refused: number
  /** Of the last day; of thirty days. */
  readonly busiestHour: number
  readonly usualHour: number
  /** In seven days, in cents. */
  readonly paidSinceChangeMinor: bigint
}

const leastRefused = 10
const leastRush = 30
const rushFactor = 10
/** €1,000, in cents. */
const leastPaidMinor = 100_000n

/**
 * A name like a brand; ten refusals in seven days and half of all; thirty orders in an hour and ten times the usual;
 * €1,000 to an account changed within seven days.
 */
export function findSigns(activity: LiveActivity): SignName[] {
  const { brand, attempts, refused, busiestHour, usualHour, paidSinceChangeMinor } = activity
  const isThere: { readonly [sign in SignName]: boolean } = {
    brand: brand !== null,
    refused: refused >= leastRefused && refused * 2 >= attempts,
    rush: busiestHour >= leastRush && busiestHour >= usualHour * rushFactor,
    new_account: paidSinceChangeMinor >= leastPaidMinor,
  }
  return signNames.filter(sign => isThere[sign])
}
