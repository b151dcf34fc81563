import { useTranslations } from 'next-intl'
import { Money } from '#components/format/value.tsx'
import { isRefused } from '#lib/domain/accounts/open-line.ts'
import type { TransactionView } from '#lib/views/banking.ts'

type LineAmountProps = { line: Pick<TransactionView, 'amount' | 'status' | 'remittance'>; className?: string }

/** The signed amount of a transaction; struck through if refused, with words for screen readers. */
export function LineAmount({ line, className = '' }: LineAmountProps) {
  return isRefused(line) ? (
    <RefusedAmount line={line} className={className} />
  ) : (
    <Money value={line.amount} signed className={className} />
  )
}

function RefusedAmount({ line, className }: LineAmountProps) {
  const t = useTranslations('accounts.transactions')
  return (
    <span className={className}>
      <span className="sr-only">{t('notCharged')} </span>
      <s className="text-soft">
        <Money value={line.amount} />
      </s>
    </span>
  )
}
