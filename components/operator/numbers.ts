import { formatTags, type Locale } from '#components/format/locale.ts'

/** A duration, `1 234 ms` or `2,4 s`. */
export function formatMs(value: number, locale: Locale): string {
  const [unit, amount, digits] =
    value < 1_000 ? (['millisecond', value, 0] as const) : (['second', value / 1_000, 1] as const)
  return new Intl.NumberFormat(formatTags[locale], { style: 'unit', unit, maximumFractionDigits: digits }).format(
    amount,
  )
}

/** `99,95 %`. */
export function formatShare(value: number, locale: Locale): string {
  return new Intl.NumberFormat(formatTags[locale], { style: 'percent', maximumFractionDigits: 2 }).format(value)
}

/** `12 345`. */
export function formatCount(value: number, locale: Locale): string {
  return new Intl.NumberFormat(formatTags[locale]).format(value)
}
