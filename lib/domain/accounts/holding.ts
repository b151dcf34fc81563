import { type Money, sumByCurrency } from '@guichet/values/money/minor.ts'

/** What a person has or owes outside the linked banks, by their own word. */

export const holdingKinds = ['savings', 'securities', 'cash', 'property', 'other', 'loan', 'debt'] as const
export type HoldingKind = (typeof holdingKinds)[number]

export function isOwed(kind: HoldingKind): boolean {
  return kind === 'loan' || kind === 'debt'
}

export type ValuedHolding = { readonly kind: HoldingKind; readonly value: Money }

/** Accounts and holdings less what is owed, by currency, never converted; those of the accounts come first. */
export function wealthOf(totals: readonly Money[], holdings: readonly ValuedHolding[]): Money[] {
  const signed = holdings.map(({ kind, value: { amountMinor, currency } }) => ({
    amountMinor: isOwed(kind) ? -amountMinor : amountMinor,
    currency,
  }))
  return sumByCurrency([...totals, ...signed])
}
