import { clsx } from 'clsx'
import { useLocale } from 'next-intl'
import { type DateStyle, formatDate, formatMoney } from './text.ts'

/** A calendar date or an instant, machine-readable and in words. */
export function DateText({
  value,
  style = 'long',
  className,
}: {
  value: string
  style?: DateStyle
  className?: string
}) {
  const locale = useLocale()
  return (
    <time dateTime={value} className={className}>
      {formatDate(value, locale, style)}
    </time>
  )
}

type MoneyProps = {
  value: { amount: string; currency: string }
  /** Writes a plus before incoming money, and colours it. */
  signed?: boolean
  /** For a single large amount: proportional digits. */
  display?: boolean
  className?: string
}

/** An amount with tabular digits, so that columns line up. The sign is written, never expressed by colour alone. */
export function Money({ value, signed = false, display = false, className }: MoneyProps) {
  const locale = useLocale()
  const moneyIn = signed && /[1-9]/.test(value.amount) && !value.amount.startsWith('-')
  return (
    <span className={clsx(!display && 'tabular', 'whitespace-nowrap', moneyIn && 'text-positive', className)}>
      {formatMoney(value, locale, signed)}
    </span>
  )
}
