'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { SearchField } from '#components/ui/search-field.tsx'
import { useEarlyText } from '#components/ui/use-early-text.ts'
import type { MoneyView, TransactionPage } from '#lib/views/banking.ts'
import { ExportMenu } from './export-menu.tsx'
import { TransactionResults } from './results.tsx'
import { useDebounced } from './use-debounced.ts'
import { useTransactionPages } from './use-transaction-pages.ts'

type TransactionListProps = {
  accountId: string
  /** Changes with every refresh of the account. */
  version: string
  query: string
  initial: TransactionPage
  /** The balance after the newest transaction; null if unknown. */
  closing: MoneyView | null
}

/** All transactions of an account, searched while typing and loaded while scrolling. */
export function TransactionList({ accountId, version, query, initial, closing }: TransactionListProps) {
  const t = useTranslations('accounts.transactions')
  const [typed, setTyped] = useState(query)
  const asked = useDebounced(typed.trim())
  const found = useTransactionPages({
    url: `/api/accounts/${accountId}/transactions`,
    version,
    asked: askFor(asked),
    initial: { page: initial, asked: askFor(query) },
  })
  const [first = initial] = found.pages
  const searched = first.corrected ?? asked
  const { total } = first
  const count = t(asked ? 'found' : 'total', { count: total })
  const next = new URLSearchParams({ q: query, cursor: initial.nextCursor ?? '' })
  return (
    <section aria-labelledby="transactions-title">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <h2 id="transactions-title" className="text-xl font-semibold">
            {t('title')}
          </h2>
          <p className="tabular mt-0.5 text-sm text-soft">{count}</p>
        </div>
        <SearchForm typed={typed} onType={setTyped} busy={found.isReading && !found.isReadingFurther} />
      </div>
      <p role="status" className="sr-only">
        {asked && !found.isOld ? count : ''}
      </p>
      <div className="flex flex-wrap gap-x-6 [&>details[open]]:basis-full">
        <Link
          href={`/transactions?account=${accountId}`}
          className="flex min-h-11 items-center gap-1.5 font-medium text-brand-ink hover:underline"
        >
          <Icon name="sliders" className="size-4.5" />
          {t('filters')}
        </Link>
        {total > 0 ? <ExportMenu filter={`account=${accountId}${searched ? `&${askFor(searched)}` : ''}`} /> : null}
      </div>
      <TransactionResults
        found={found}
        withSums={!asked}
        closing={asked ? null : closing}
        nextPage={initial.nextCursor ? `?${next}` : null}
        endNote={t('end')}
        nothing={<Nothing query={asked} onClear={() => setTyped('')} />}
      />
    </section>
  )
}

function askFor(q: string): string {
  return q ? new URLSearchParams({ q }).toString() : ''
}

type SearchFormProps = { typed: string; onType: (text: string) => void; busy: boolean }

/** Without JavaScript, a form that reloads this page; with it, the search is never in the URL. */
function SearchForm({ typed, onType, busy }: SearchFormProps) {
  const t = useTranslations('accounts.transactions')
  const field = useEarlyText(onType)
  return (
    <search className="w-full sm:w-80">
      <form method="get" onSubmit={(event: FormEvent) => event.preventDefault()}>
        <SearchField
          ref={field}
          id="transaction-search"
          name="q"
          label={t('searchLabel')}
          placeholder={t('searchPlaceholder')}
          value={typed}
          busy={busy}
          onText={onType}
        />
      </form>
    </search>
  )
}

function Nothing({ query, onClear }: { query: string; onClear: () => void }) {
  const t = useTranslations('accounts.transactions')
  if (!query) return <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>
  const clear = (
    <Button variant="secondary" onClick={onClear}>
      {t('clear')}
    </Button>
  )
  return (
    <EmptyState title={t('emptySearchTitle')} action={clear}>
      <span className="wrap-anywhere">{t('emptySearchText', { query })}</span>
    </EmptyState>
  )
}
