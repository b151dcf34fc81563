/** Signs of unusual activity: reasons for an operator to look at a merchant, never a verdict. */

export const signNames = ['brand', 'refused', 'rush', 'new_account'] as const
export type SignName = (typeof signNames)[number]

/** What a merchant did in live mode. */
export type LiveActivity = {
  /** The known brand that one of its names looks like; null for none. */
  readonly brand: string | null
  /** Ended attempts of the last seven days, and those of them that were refused. */
  readonly attempts: number
  readonly refused: number
  /** Orders started in the busiest hour of the last day, and in an average hour of the thirty days before. */
  readonly busiestHour: number
  readonly usualHour: number
  /** Paid to the account since it changed, if that was in the last seven days, in cents. */
  readonly paidSinceChangeMinor: bigint
}

/** Fewer refused attempts say nothing. */
const leastRefused = 10
const leastRush = 30
/** How many times its usual hour. */
const rushFactor = 10
/** €1,000, in cents. */
const leastPaidMinor = 100_000n

/**
 * The signs of a merchant: a name like a known brand; ten refused attempts in seven days, and at least half of all; thirty orders
 * started in an hour, and ten times as many as usual; €1,000 paid to an account that changed in the last seven days.
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
