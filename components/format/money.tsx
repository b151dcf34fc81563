import { clsx } from 'clsx'
import { useLocale } from 'next-intl'
import { formatMoney } from './money-text.ts'

type MoneyProps = {
  value: { amount: string; currency: string }
  /** Write a plus on money in, and give it its colour. */
  signed?: boolean
  /** Standing alone and large: digits as wide as they are. */
  display?: boolean
  className?: string
}

/** Digits of one width, so that columns line up; the sign is written, never told by colour alone. */
export function Money({ value, signed = false, display = false, className }: MoneyProps) {
  const locale = useLocale()
  const moneyIn = signed && /[1-9]/.test(value.amount) && !value.amount.startsWith('-')
  return (
    <span className={clsx(!display && 'tabular', 'whitespace-nowrap', moneyIn && 'text-positive', className)}>
      {formatMoney(value, locale, signed)}
    </span>
  )
}
