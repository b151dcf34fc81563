import { type Currency, formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import { z } from 'zod'

/** What a payment is for, as the shop itemised it: shown to payer and payee, never sent to a bank. */

/** Most items of a payment. */
export const maxLineItems = 100

/** An item as stored and shown. `unitAmount` is a decimal string, negative for a discount. */
export const LineItem = z.object({ name: z.string(), quantity: z.int(), unitAmount: z.string(), total: z.string() })
export type LineItem = z.infer<typeof LineItem>

type Given = { readonly name: string; readonly quantity: number; readonly unitAmount: string }

/** Items with their totals, in a currency, and their sum in minor units; null if an amount is none of that currency. */
export function itemise(
  given: readonly Given[],
  currency: Currency,
): { readonly items: readonly LineItem[]; readonly sumMinor: bigint } | null {
  const items: LineItem[] = []
  let sumMinor = 0n
  for (const { name, quantity, unitAmount } of given) {
    const unit = parseAmount(unitAmount, currency)
    if (unit === null) return null
    const amountMinor = unit.amountMinor * BigInt(quantity)
    sumMinor += amountMinor
    items.push({ name, quantity, unitAmount: formatAmount(unit), total: formatAmount({ amountMinor, currency }) })
  }
  return { items, sumMinor }
}

/** The items of a stored order; none if it has none. */
export function lineItemsOf(stored: unknown): readonly LineItem[] {
  return z.array(LineItem).catch([]).parse(stored)
}
