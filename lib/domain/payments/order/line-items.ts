import { type Currency, formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import { z } from 'zod'

/** Shown to payer and payee, never sent to a bank. */

export const maxLineItems = 100

/** Decimal string, negative for a discount. */
export const LineItem = z.object({ name: z.string(), quantity: z.int(), unitAmount: z.string(), total: z.string() })
export type LineItem = z.infer<typeof LineItem>

type Given = { readonly name: string; readonly quantity: number; readonly unitAmount: string }

/** Totals and sum in minor units; null if an amount is not of the currency. */
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

export function lineItemsOf(stored: unknown): readonly LineItem[] {
  return z.array(LineItem).catch([]).parse(stored)
}
