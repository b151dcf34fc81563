import { memo } from 'react'
import { DateText } from '#components/format/value.tsx'
import { openDay } from '#lib/domain/accounts/open-line.ts'
import type { TransactionView } from '#lib/views/banking.ts'
import { LineAmount } from './line-amount.tsx'
import { LineMark, LineName } from './line-name.tsx'
import { addressOf } from './use-opened.ts'
import type { RowWords } from './use-row-words.ts'

type TransactionRowProps = {
  transaction: TransactionView
  words: RowWords
  onOpen: (transaction: TransactionView) => void
}

/** One transaction, of fixed height (`rowRem` in use-day-window.ts); the whole row leads to it, or opens it here. */
export const TransactionRow = memo(function TransactionRow({ transaction, words, onOpen }: TransactionRowProps) {
  const accountName = words.account(transaction)
  const { name, booked } = transaction
  const day = booked ? null : openDay(transaction)
  return (
    <a
      href={addressOf(transaction)}
      onClick={event => {
        // Another tab or window is the browser's.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onOpen(transaction)
      }}
      className="flex h-17 w-full items-center gap-4 overflow-hidden px-4 text-left transition-colors hover:bg-sunken focus-visible:-outline-offset-3 sm:px-6"
    >
      <LineMark line={transaction} own={words.own} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          <LineName name={name} otherwise={words.category(transaction)} />
        </span>
        <span className="block truncate text-sm text-soft">
          {words.categoryOrStatus(transaction)}
          {day ? (
            <>
              {' · '}
              <DateText value={day} style="near" />
            </>
          ) : null}
          {booked || day ? null : ` · ${words.noDay}`}
          {words.marks(transaction).map(mark => ` · ${mark}`)}
          {accountName ? (
            <>
              {' · '}
              <bdi>{accountName}</bdi>
            </>
          ) : null}
        </span>
      </span>
      <LineAmount line={transaction} className="shrink-0 font-semibold" />
    </a>
  )
})
