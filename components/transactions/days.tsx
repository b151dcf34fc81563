'use client'

import { useLocale, useTranslations } from 'next-intl'
import { memo, useEffect, useMemo, useRef } from 'react'
import { formatDate } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import type { MoneyView, TransactionView } from '#lib/views/banking.ts'
import { type Day, sumDay, walkDays } from './group-by-day.ts'
import { TransactionRow } from './row.tsx'
import { useDayWindow } from './use-day-window.ts'
import type { RowWords } from './use-row-words.ts'

type TransactionDaysProps = {
  days: readonly Day[]
  withSums: boolean
  closing: MoneyView | null
  words: RowWords
  onOpen: (transaction: TransactionView) => void
  onNearEnd: () => void
}

/** Booked transactions under sticky day heads; only those in view are in the document. */
export function TransactionDays({ days, withSums, closing, words, onOpen, onNearEnd }: TransactionDaysProps) {
  const list = useRef<HTMLDivElement>(null)
  const { slices, space, nearEnd } = useDayWindow(days, list)
  const balances = useMemo(() => (closing ? walkDays(days, closing) : []), [days, closing])
  useEffect(() => {
    if (nearEnd) onNearEnd()
  }, [nearEnd, onNearEnd])
  return (
    // The rendered rows change with every scroll, which the browser's scroll anchoring would counteract.
    <div
      ref={list}
      className="[overflow-anchor:none]"
      style={space ? { paddingTop: space.before, paddingBottom: space.after } : undefined}
    >
      {slices.map(slice => {
        const day = days[slice.dayIndex]
        return day ? (
          <DaySection
            key={day.day}
            day={day}
            from={slice.from}
            to={slice.to}
            rowHeight={space?.row ?? null}
            withSums={withSums}
            balance={balances[slice.dayIndex] ?? null}
            words={words}
            onOpen={onOpen}
          />
        ) : null
      })}
    </div>
  )
}

type DaySectionProps = {
  day: Day
  /** Its rendered lines, `to` exclusive. */
  from: number
  to: number
  /** In pixels; null while all lines are rendered. */
  rowHeight: number | null
  withSums: boolean
  balance: MoneyView | null
  words: RowWords
  onOpen: (transaction: TransactionView) => void
}

/** Memoized, because every scroll renders the list, but changes only the days at both ends of the window. */
const DaySection = memo(function DaySection({
  day,
  from,
  to,
  rowHeight,
  withSums,
  balance,
  words,
  onOpen,
}: DaySectionProps) {
  const t = useTranslations('accounts.transactions')
  const locale = useLocale()
  const id = `day-${day.day}`
  const sums = useMemo(() => (withSums && day.complete ? sumDay(day) : null), [withSums, day])
  const padding =
    rowHeight === null
      ? undefined
      : { paddingTop: from * rowHeight, paddingBottom: (day.transactions.length - to) * rowHeight }
  return (
    <section aria-labelledby={id}>
      <div className="sticky top-14 z-[5] flex h-11 items-center justify-between gap-4 overflow-hidden border-y border-line bg-sunken px-4 sm:px-6 lg:top-0">
        <h3 id={id} className="truncate text-[0.9375rem] font-semibold first-letter:uppercase">
          <span className="sm:hidden">{formatDate(day.day, locale, 'long')}</span>
          <span className="max-sm:hidden">{formatDate(day.day, locale, 'full')}</span>
        </h3>
        <p className="flex shrink-0 gap-x-4 text-soft max-sm:flex-col max-sm:items-end max-sm:text-xs sm:text-sm">
          {sums ? (
            <span className="flex gap-3">
              <span className="sr-only">{t('daySum')}</span>
              {sums.map(sum => (
                <Money key={sum.currency} value={sum} signed />
              ))}
            </span>
          ) : null}
          {balance ? (
            <span>
              {t.rich('dayBalance', { amount: () => <Money value={balance} className="font-semibold text-ink" /> })}
            </span>
          ) : null}
        </p>
      </div>
      <ul style={padding}>
        {day.transactions.slice(from, to).map(transaction => (
          <li key={`${transaction.accountId} ${transaction.key}`} className="transaction-row">
            <TransactionRow transaction={transaction} words={words} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
})
