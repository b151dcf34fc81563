import { largestSepaMinor, type Money, parseAmount } from '@guichet/values/money/minor.ts'

/** A URL that creates orders. */

export type LinkTerms = {
  /** Null: typed by the payer. */
  readonly amountMinor: bigint | null
  readonly minMinor: bigint | null
  readonly maxMinor: bigint | null
  readonly currency: string
  readonly isReusable: boolean
  readonly expiresAt: Date | null
  readonly closedAt: Date | null
}

export const linkStates = ['open', 'used', 'expired', 'closed'] as const
export type LinkState = (typeof linkStates)[number]

/** `isPaid`: made, or may have been, which uses up a single-use link. */
export function linkState(
  link: Pick<LinkTerms, 'isReusable' | 'expiresAt' | 'closedAt'>,
  isPaid: boolean,
  at: Date,
): LinkState {
  if (link.closedAt !== null) return 'closed'
  if (!link.isReusable && isPaid) return 'used'
  return link.expiresAt !== null && link.expiresAt <= at ? 'expired' : 'open'
}

export type AmountFault = 'amount_missing' | 'amount_invalid' | 'amount_too_small' | 'amount_too_large' | 'amount_fixed'

/** The fixed amount (another is refused, C40), or a typed one within bounds. */
export function amountOf(link: LinkTerms, typed: string | null): Money | AmountFault {
  const { currency, amountMinor, minMinor, maxMinor } = link
  const money = typed === null || typed === '' ? null : parseAmount(typed, currency)
  if (amountMinor !== null) {
    if (typed === null || typed === '' || money?.amountMinor === amountMinor) return { amountMinor, currency }
    return 'amount_fixed'
  }
  if (typed === null || typed === '') return 'amount_missing'
  if (money === null || money.amountMinor <= 0n) return 'amount_invalid'
  if (minMinor !== null && money.amountMinor < minMinor) return 'amount_too_small'
  if (money.amountMinor > (maxMinor ?? largestSepaMinor)) return 'amount_too_large'
  return money
}

export function findTermsFault({
  amountMinor,
  minMinor,
  maxMinor,
}: Pick<LinkTerms, 'amountMinor' | 'minMinor' | 'maxMinor'>): 'amount' | 'min' | 'max' | null {
  const isSound = (minor: bigint | null) => minor === null || (minor > 0n && minor <= largestSepaMinor)
  if (!isSound(amountMinor)) return 'amount'
  if (!isSound(minMinor) || (amountMinor !== null && minMinor !== null)) return 'min'
  if (!isSound(maxMinor) || (amountMinor !== null && maxMinor !== null)) return 'max'
  return minMinor !== null && maxMinor !== null && minMinor > maxMinor ? 'max' : null
}

/** `ATELIER-0007`, `ATELIER` for single use; at most 35. */
export function linkReference(prefix: string, use: number, isReusable: boolean): string {
  return isReusable ? `${prefix.slice(0, 28)}-${String(use).padStart(4, '0')}` : prefix.slice(0, 35)
}

/** From a title that others may have too; `id` of the link or the batch. */
export function prefixOf(title: string, id: string, most = 28): string {
  const words = normalisePrefix(title)
    .slice(0, most - 5)
    .replace(/-$/, '')
  return `${words || 'LINK'}-${id.slice(-4).toUpperCase()}`
}

/** Letters, digits, `-`; at most 28. */
export function normalisePrefix(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 28)
    .replace(/-$/, '')
}
