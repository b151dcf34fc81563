import { useLocale } from 'next-intl'
import { formatMoney } from '#components/format/text.ts'
import type { LineItem } from '#lib/domain/payments/order/line-items.ts'

type LineItemsProps = { items: readonly LineItem[]; currency: string; title: string }

/** What a payment is for, item by item, with quantities and totals. */
export function LineItems({ items, currency, title }: LineItemsProps) {
  const locale = useLocale()
  const money = (amount: string) => formatMoney({ amount, currency }, locale)
  if (items.length === 0) return null
  return (
    <ul aria-label={title} className="grid gap-1.5 text-[0.9375rem]">
      {items.map(({ name, quantity, unitAmount, total }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a payment never change
        <li key={at} className="flex justify-between gap-4">
          <span className="min-w-0 wrap-anywhere">
            {name}
            {quantity === 1 ? null : (
              <span className="text-soft">{` ${quantity}\u00a0×\u00a0${money(unitAmount)}`}</span>
            )}
          </span>
          <span className="tabular whitespace-nowrap">{money(total)}</span>
        </li>
      ))}
    </ul>
  )
}
