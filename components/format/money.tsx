import { clsx } from 'clsx'
import { useLocale } from 'next-intl'
import { formatMoney } from './money-text.ts'

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
