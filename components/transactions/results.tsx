'use client'

import { useTranslations } from 'next-intl'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { ProblemNote } from '#components/failures/problem-note.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Scripted } from '#components/ui/scripted.tsx'
import { isForeseen } from '#lib/domain/accounts/open-line.ts'
import type { MoneyView, TransactionView } from '#lib/views/banking.ts'
import { useAccountNames, useOwnCategories } from './account-names.tsx'
import { TransactionDays } from './days.tsx'
import { groupByDay } from './group-by-day.ts'
import { addressOf, type RowWords, TransactionRow, useRowWords } from './row.tsx'
import type { TransactionPages } from './use-transaction-pages.ts'

/** Loaded on demand, because most visitors open no details. */
const TransactionDialog = lazy(async () => ({ default: (await import('./dialog.tsx')).TransactionDialog }))

type TransactionResultsProps = {
  found: TransactionPages
  /** Whether to show daily sums, which are meaningful only without a filter. */
  withSums: boolean
  /** The balance after the newest transaction, from which earlier ones are computed. */
  closing?: MoneyView | null
  /** Shown if there are no results. */
  nothing: ReactNode
  /** The next page, for browsers without JavaScript. */
  nextPage: string | null
  endNote: ReactNode
}

/** Upcoming transactions, then booked ones by day, loaded while scrolling; each opens its details. */
export function TransactionResults({
  found,
  withSums,
  closing = null,
  nothing,
  nextPage,
  endNote,
}: TransactionResultsProps) {
  const t = useTranslations('accounts.transactions')
  const { pages, hasFurther } = found
  const rows = pages.reduce((sum, page) => sum + page.booked.length, 0)
  const { opened, open, show, close } = useOpened(rows)
  usePlace(rows, found)
  const words = useRowWords(useOwnCategories(), useAccountNames())
  const { upcoming = [], corrected = null, total } = pages[0] ?? {}
  const days = useMemo(
    () =>
      groupByDay(
        pages.flatMap(page => page.booked),
        hasFurther,
      ),
    [pages, hasFurther],
  )
  return (
    <>
      <ProblemNote error={found.error} title={t('searchFailed')} />
      {corrected === null ? null : <p className="mb-4 wrap-anywhere">{t('corrected', { words: corrected })}</p>}
      {total === 0 ? (
        <Card as="div">{nothing}</Card>
      ) : (
        <div className="grid grid-cols-1 gap-6">
          <Scripted>
            <OpenLines about="upcoming" transactions={upcoming.filter(isForeseen)} words={words} onOpen={show} />
            <OpenLines about="mentioned" transactions={upcoming.filter(isMentioned)} words={words} onOpen={show} />
            {days.length > 0 ? (
              <Card as="div" flush>
                <h3 className="sr-only">{t('bookedTitle')}</h3>
                <TransactionDays
                  days={days}
                  withSums={withSums}
                  closing={closing}
                  words={words}
                  onOpen={show}
                  onNearEnd={() => {
                    if (!found.hasFailedFurther) found.readFurther()
                  }}
                />
              </Card>
            ) : null}
          </Scripted>
          <ListEnd
            more={hasFurther}
            loading={found.isReadingFurther}
            failed={found.hasFailedFurther}
            nextPage={nextPage}
            endNote={endNote}
            onMore={found.readFurther}
          />
        </div>
      )}
      {opened === null ? null : (
        <Suspense>
          <TransactionDialog transaction={opened} open={open} onClose={close} onSaved={found.reread} />
        </Suspense>
      )}
    </>
  )
}

type OpenLinesProps = {
  about: 'upcoming' | 'mentioned'
  transactions: readonly TransactionView[]
  words: RowWords
  onOpen: (transaction: TransactionView) => void
}

/** Whether a transaction will not be debited: refused, or for information only. */
const isMentioned = (line: TransactionView) => !isForeseen(line)

function OpenLines({ about, transactions, words, onOpen }: OpenLinesProps) {
  const t = useTranslations('accounts.transactions')
  if (transactions.length === 0) return null
  const id = `${about}-lines-title`
  return (
    <Card aria-labelledby={id} flush className="border-dashed">
      <div className="px-4 pt-4 pb-2 sm:px-6">
        <h3 id={id} className="font-semibold">
          {t(`${about}Title`)}
        </h3>
        <p className="text-sm text-soft">{t(`${about}Hint`)}</p>
      </div>
      <ul className="max-h-[26rem] divide-y divide-line overflow-y-auto">
        {transactions.map(transaction => (
          <li key={`${transaction.accountId} ${transaction.key}`}>
            <TransactionRow transaction={transaction} words={words} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type ListEndProps = {
  more: boolean
  loading: boolean
  failed: boolean
  nextPage: string | null
  endNote: ReactNode
  onMore: () => void
}

function ListEnd({ more, loading, failed, nextPage, endNote, onMore }: ListEndProps) {
  const t = useTranslations('accounts.transactions')
  if (!more) return <p className="text-center text-sm text-soft">{endNote}</p>
  return (
    <div className="flex flex-col items-center gap-2">
      {failed ? <p className="text-sm text-danger">{t('loadMoreFailed')}</p> : null}
      <Button variant="secondary" loading={loading} onClick={onMore}>
        {t(loading ? 'loadingMore' : 'loadMore')}
      </Button>
      {nextPage ? (
        <noscript>
          <a href={nextPage} className="link">
            {t('loadMore')}
          </a>
        </noscript>
      ) : null}
    </div>
  )
}

/** The transaction shown over the list, which stays where it is. It has its own address, so that going back closes it. */
function useOpened(rows: number) {
  const [opened, setOpened] = useState<TransactionView | null>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const follow = () => setOpen(opened !== null && window.location.pathname === addressOf(opened))
    window.addEventListener('popstate', follow)
    // A browser may keep the page as it was left.
    window.addEventListener('pageshow', follow)
    return () => {
      window.removeEventListener('popstate', follow)
      window.removeEventListener('pageshow', follow)
    }
  }, [opened])
  const show = useCallback(
    (transaction: TransactionView) => {
      setOpened(transaction)
      setOpen(true)
      window.history.replaceState({ ...window.history.state, place: { rows, y: window.scrollY } }, '')
      window.history.pushState(null, '', addressOf(transaction))
    },
    [rows],
  )
  return { opened, open, show, close: () => window.history.back() }
}

/** Who comes back from a transaction's own page is where they were, also if the browser kept nothing of the list. */
function usePlace(rows: number, { hasFurther, isReading, readFurther }: TransactionPages) {
  const [place, setPlace] = useState<{ rows: number; y: number } | null>(null)
  const goOn = useEffectEvent(readFurther)
  useEffect(() => setPlace(window.history.state?.place ?? null), [])
  useEffect(() => {
    if (place === null || isReading) return
    if (rows < place.rows && hasFurther) {
      goOn()
      return
    }
    window.scrollTo(0, place.y)
    setPlace(null)
  }, [place, rows, hasFurther, isReading])
}
