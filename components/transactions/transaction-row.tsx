import { useTranslations } from 'next-intl'
import { memo } from 'react'
import { DateText } from '#components/format/date.tsx'
import { Money } from '#components/format/money.tsx'
import type { TransactionView } from '#lib/domain/views.ts'
import { useAccountName } from './account-names.tsx'
import { CategoryIcon } from './category-icon.tsx'
import { useStatusWord } from './status-word.ts'
import { useCategoryName } from './use-categories.ts'

type TransactionRowProps = { transaction: TransactionView; onOpen: (transaction: TransactionView) => void }

/** One line, always of one height (see rowRem in transaction-days.tsx); all of it opens the details. */
export const TransactionRow = memo(function TransactionRow({ transaction, onOpen }: TransactionRowProps) {
  const t = useTranslations('transactions')
  const categoryName = useCategoryName()
  const accountName = useAccountName(transaction.accountId)
  const statusWord = useStatusWord()
  const { amount, category, label, expectedBookingDate, booked, status } = transaction
  const moneyIn = !amount.amount.startsWith('-')
  return (
    <button
      type="button"
      onClick={() => onOpen(transaction)}
      aria-haspopup="dialog"
      className="flex h-17 w-full items-center gap-4 overflow-hidden px-4 text-left transition-colors hover:bg-sunken focus-visible:-outline-offset-3 sm:px-6"
    >
      <CategoryIcon category={category} moneyIn={moneyIn} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          <bdi>{label || categoryName(category)}</bdi>
        </span>
        <span className="block truncate text-sm text-soft">
          {booked ? categoryName(category) : statusWord(status)}
          {!booked && expectedBookingDate ? (
            <>
              {' · '}
              <DateText value={expectedBookingDate} />
            </>
          ) : null}
          {transaction.pairedAccountId ? ` · ${t('paired')}` : null}
          {transaction.imported ? ` · ${t('imported')}` : null}
          {accountName ? (
            <>
              {' · '}
              <bdi>{accountName}</bdi>
            </>
          ) : null}
        </span>
      </span>
      <Money value={amount} signed className="shrink-0 font-semibold" />
    </button>
  )
})
