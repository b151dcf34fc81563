'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type FormEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { ProblemNote } from '#components/connections/problem-note.tsx'
import { readJson } from '#components/query/fetch-json.ts'
import { Button, Spinner } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TextField } from '#components/ui/field.tsx'
import { TransactionPage, type TransactionView } from '#lib/domain/views.ts'
import { groupByDay } from './group-by-day.ts'
import { TransactionDays } from './transaction-days.tsx'
import { TransactionDialog } from './transaction-dialog.tsx'
import { TransactionRow } from './transaction-row.tsx'

type TransactionListProps = {
  accountId: string
  /** Changes with every reading of the account: what was loaded before it is not mixed with what came after. */
  version: string
  query: string
  initial: TransactionPage
}

const settleMs = 200

/** All lines of an account, searched as one types and loaded as one scrolls. */
export function TransactionList({ accountId, version, query, initial }: TransactionListProps) {
  const t = useTranslations('accounts.transactions')
  const [typed, setTyped] = useState(query)
  const asked = useSettled(typed.trim())
  const found = useTransactions({ accountId, version, query, initial }, asked)
  const [opened, setOpened] = useState<TransactionView | null>(null)
  const [open, setOpen] = useState(false)
  const pages = found.data?.pages ?? [initial]
  const total = pages[0]?.total ?? 0
  const upcoming = pages[0]?.upcoming ?? []
  const days = useMemo(
    () => groupByDay(found.data?.pages.flatMap(page => page.booked) ?? [], found.hasNextPage),
    [found.data, found.hasNextPage],
  )
  const { fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = found
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError])
  const show = useCallback((transaction: TransactionView) => {
    setOpened(transaction)
    setOpen(true)
  }, [])
  const count = t(asked ? 'found' : 'total', { count: total })

  return (
    <section aria-labelledby="transactions-title">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <h2 id="transactions-title" className="text-xl font-semibold">
            {t('title')}
          </h2>
          <p className="tabular mt-0.5 text-sm text-soft">{count}</p>
        </div>
        <SearchForm typed={typed} onType={setTyped} busy={found.isFetching && !isFetchingNextPage} />
      </div>
      <p role="status" className="sr-only">
        {asked && !found.isPlaceholderData ? count : ''}
      </p>
      {found.isError && !isFetchNextPageError ? <ProblemNote error={found.error} title={t('searchFailed')} /> : null}
      {total === 0 ? (
        <Nothing query={asked} onClear={() => setTyped('')} />
      ) : (
        <div className="grid grid-cols-1 gap-6">
          {upcoming.length > 0 ? <Upcoming transactions={upcoming} onOpen={show} /> : null}
          {days.length > 0 ? (
            <Card as="div" flush>
              <h3 className="sr-only">{t('bookedTitle')}</h3>
              <TransactionDays days={days} withSums={!asked} onOpen={show} onNearEnd={loadMore} />
            </Card>
          ) : null}
          <ListEnd
            more={hasNextPage}
            loading={isFetchingNextPage}
            failed={isFetchNextPageError}
            nextPage={initial.nextCursor ? `?${new URLSearchParams({ q: query, cursor: initial.nextCursor })}` : null}
            onMore={() => fetchNextPage()}
          />
        </div>
      )}
      <TransactionDialog transaction={opened} open={open} onClose={() => setOpen(false)} />
    </section>
  )
}

function useTransactions({ accountId, version, query, initial }: TransactionListProps, asked: string) {
  return useInfiniteQuery({
    queryKey: ['transactions', accountId, version, asked],
    queryFn: ({ pageParam, signal }) => {
      const search = new URLSearchParams()
      if (asked) search.set('q', asked)
      if (pageParam) search.set('cursor', pageParam)
      return readJson(`/api/accounts/${accountId}/transactions?${search}`, TransactionPage, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    ...(asked === query ? { initialData: { pages: [initial], pageParams: [null] } } : {}),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** A text once it has rested: a search per word, not per letter. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

type SearchFormProps = { typed: string; onType: (text: string) => void; busy: boolean }

/** Without JavaScript a form whose answer is this page; with it, what is searched never enters the address. */
function SearchForm({ typed, onType, busy }: SearchFormProps) {
  const t = useTranslations('accounts.transactions')
  return (
    <search className="relative w-full sm:w-80">
      <form method="get" onSubmit={(event: FormEvent) => event.preventDefault()}>
        <TextField
          id="transaction-search"
          name="q"
          type="search"
          label={t('searchLabel')}
          placeholder={t('searchPlaceholder')}
          value={typed}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={event => onType(event.target.value)}
        />
      </form>
      {busy ? <Spinner className="absolute right-10 bottom-3.5 text-soft" /> : null}
    </search>
  )
}

type UpcomingProps = { transactions: readonly TransactionView[]; onOpen: (transaction: TransactionView) => void }

function Upcoming({ transactions, onOpen }: UpcomingProps) {
  const t = useTranslations('accounts.transactions')
  return (
    <Card aria-labelledby="upcoming-title" flush className="border-dashed">
      <div className="px-4 pt-4 pb-2 sm:px-6">
        <h3 id="upcoming-title" className="font-semibold">
          {t('upcomingTitle')}
        </h3>
        <p className="text-sm text-soft">{t('upcomingHint')}</p>
      </div>
      <ul className="max-h-[26rem] divide-y divide-line overflow-y-auto">
        {transactions.map(transaction => (
          <li key={transaction.key}>
            <TransactionRow transaction={transaction} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Nothing({ query, onClear }: { query: string; onClear: () => void }) {
  const t = useTranslations('accounts.transactions')
  if (!query)
    return (
      <Card as="div">
        <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>
      </Card>
    )
  return (
    <Card as="div">
      <EmptyState
        title={t('emptySearchTitle')}
        action={
          <Button variant="secondary" onClick={onClear}>
            {t('clear')}
          </Button>
        }
      >
        <span className="wrap-anywhere">{t('emptySearchText', { query })}</span>
      </EmptyState>
    </Card>
  )
}

type ListEndProps = {
  more: boolean
  loading: boolean
  failed: boolean
  /** The rest, for a browser without JavaScript. */
  nextPage: string | null
  onMore: () => void
}

function ListEnd({ more, loading, failed, nextPage, onMore }: ListEndProps) {
  const t = useTranslations('accounts.transactions')
  if (!more) return <p className="text-center text-sm text-soft">{t('end')}</p>
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
