'use client'

import { useLocale, useTranslations } from 'next-intl'
import { memo, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDate } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import type { MoneyView, TransactionView } from '#lib/views/banking.ts'
import {
  type Day,
  type FlatIndex,
  flatten,
  type Heights,
  indexAt,
  type Slice,
  sliceDays,
  sumDay,
  topOf,
  walkDays,
} from './group-by-day.ts'
import { type RowWords, TransactionRow } from './row.tsx'

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
  const callNearEnd = useEffectEvent(onNearEnd)
  useEffect(() => {
    if (nearEnd) callNearEnd()
  }, [nearEnd])
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

/** Heights in rem: the classes h-17 of a line and h-11 of a day's head. */
const rowRem = 4.25
const headRem = 2.75

type DayWindow = {
  readonly slices: readonly Slice[]
  /** Pixels before the first rendered day, after the last one, and of one line; null while everything is rendered. */
  readonly space: { readonly before: number; readonly after: number; readonly row: number } | null
  readonly nearEnd: boolean
}

/** Up to this many heads and lines are all rendered, so that the first page can be searched and printed as a whole. */
const drawnWhole = 160

/** Lines rendered before and after those in view, so that none is missing while scrolling. */
const around = 14

type Range = { readonly first: number; readonly last: number }

/**
 * Which lines are rendered: on the server and at the first paint all lines of the page, then those in view and a few around
 * them, so that 20,000 scroll like 100. All lines have the same height, so positions are computed rather than measured.
 */
function useDayWindow(days: readonly Day[], list: RefObject<HTMLElement | null>): DayWindow {
  const flat = useMemo(() => flatten(days), [days])
  const rem = useRem()
  const heights = useMemo(() => ({ head: headRem * rem, row: rowRem * rem }), [rem])
  // Of the list it was seen in: a longer one has another end.
  const [endSeen, setEndSeen] = useState<FlatIndex | null>(null)
  const nearEnd = endSeen === flat
  // Null while everything is rendered.
  const [range, setRange] = useState<Range | null>(null)
  useEffect(() => {
    const follow = () => {
      const seen = inView(list.current, flat, heights)
      setEndSeen(seen !== null && seen.last >= flat.count - 4 ? flat : null)
      setRange(before => (flat.count <= drawnWhole ? null : keepSame(before, seen)))
    }
    // Rendered before the browser paints, because a frame without lines would be visible.
    const followNow = () => flushSync(follow)
    follow()
    window.addEventListener('scroll', followNow, { passive: true })
    window.addEventListener('resize', followNow)
    return () => {
      window.removeEventListener('scroll', followNow)
      window.removeEventListener('resize', followNow)
    }
  }, [list, flat, heights])

  if (range === null || flat.count <= drawnWhole)
    return { slices: sliceDays(days, flat, 0, flat.count), space: null, nearEnd }
  const slices = sliceDays(days, flat, Math.min(range.first, flat.count - 1), range.last)
  const before = topOf(flat, slices[0]?.dayIndex ?? 0, heights)
  const after = topOf(flat, days.length, heights) - topOf(flat, (slices.at(-1)?.dayIndex ?? 0) + 1, heights)
  return { slices, space: { before, after, row: heights.row }, nearEnd }
}

function inView(list: HTMLElement | null, flat: FlatIndex, heights: Heights): Range | null {
  if (list === null || flat.count === 0) return null
  const top = -list.getBoundingClientRect().top
  return {
    first: Math.max(0, indexAt(flat, top, heights) - around),
    last: Math.min(flat.count - 1, indexAt(flat, top + window.innerHeight, heights) + around),
  }
}

function keepSame(before: Range | null, now: Range | null): Range | null {
  return before && now && before.first === now.first && before.last === now.last ? before : now
}

/** Pixels per rem: larger text settings make lines taller. */
function useRem(): number {
  const [rem, setRem] = useState(16)
  useEffect(() => {
    const read = () => setRem(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16)
    read()
    window.addEventListener('resize', read)
    return () => window.removeEventListener('resize', read)
  }, [])
  return rem
}
