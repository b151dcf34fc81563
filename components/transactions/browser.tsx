'use client'

import { useLocale, useTranslations } from 'next-intl'
import { lazy, Suspense, useEffect, useState } from 'react'
import { formatDate } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { Button, Spinner } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { Scripted, ScriptedButton } from '#components/ui/scripted.tsx'
import { SearchField } from '#components/ui/search-field.tsx'
import { useEarlyText } from '#components/ui/use-early-text.ts'
import type { Period, Span } from '#lib/domain/accounts/period.ts'
import type { TransactionFilter } from '#lib/domain/accounts/transaction-filter.ts'
import { countConditions, isFiltered, noFilter, writeFilter } from '#lib/domain/accounts/transaction-query.ts'
import type { TransactionPage } from '#lib/views/banking.ts'
import { type AccountName, AccountNames } from './account-names.tsx'
import { ExportMenu } from './export-menu.tsx'
import { TransactionResults } from './results.tsx'
import { useCategoryName } from './use-categories.ts'
import { useDebounced } from './use-debounced.ts'
import { useTransactionPages } from './use-transaction-pages.ts'

const FilterFields = lazy(async () => ({ default: (await import('./filter-fields.tsx')).FilterFields }))

type TransactionBrowserProps = {
  accounts: readonly AccountName[]
  filter: TransactionFilter
  initial: TransactionPage
  /** The person's. */
  tags: readonly string[]
  periods: readonly (readonly [Period, Span])[]
}

/** Transactions of all accounts. The filter is in the URL, so that it can be bookmarked and returned to. */
export function TransactionBrowser(props: TransactionBrowserProps) {
  const { accounts, filter: given, initial, tags, periods } = props
  const t = useTranslations('transactions')
  const [filter, setFilter] = useState(given)
  const asked = useDebounced(writeFilter(filter).toString())
  useAddress(asked)
  const found = useTransactionPages({
    url: '/api/transactions',
    version: '',
    asked,
    initial: { page: initial, asked: writeFilter(given).toString() },
  })
  const change = (part: Partial<TransactionFilter>) => setFilter(before => ({ ...before, ...part }))
  const first = found.pages[0] ?? initial
  const exact = first.corrected === null ? asked : writeFilter({ ...filter, q: first.corrected }).toString()
  const onlyOwn = filter.accounts.every(id => !accounts.some(account => account.id === id && account.sharedBy))
  const count = t(first.more ? 'countMore' : isFiltered(filter) ? 'found' : 'total', { count: first.total })
  return (
    <AccountNames accounts={accounts}>
      <SearchAndFilters filter={filter} accounts={accounts} tags={tags} onChange={change} busy={found.isReading} />
      <Periods filter={filter} periods={periods} onChange={change} />
      <FilterChips
        filter={filter}
        page={first}
        accounts={accounts}
        onChange={change}
        onClear={() => setFilter(noFilter)}
      />
      <p role="status" className="tabular mt-4 min-h-5 text-sm text-soft">
        {found.isOld ? null : count}
      </p>
      {found.isOld ? null : <Sums page={first} filter={filter} />}
      {first.total > 0 && onlyOwn ? (
        <div className="flex flex-wrap gap-x-6 [&>details[open]]:basis-full">
          <Link href={`/transactions/many?${exact}`} className="link flex min-h-11 items-center">
            {t('many.open')}
          </Link>
          <ExportMenu filter={exact} />
        </div>
      ) : null}
      {/* The headings below are of the third level, as on an account's page. */}
      <h2 className="sr-only">{t('places.list')}</h2>
      <TransactionResults
        found={found}
        withSums={!isFiltered({ ...filter, accounts: [] })}
        nextPage={initial.nextCursor ? nextPageOf(given, initial.nextCursor) : null}
        endNote={t('end')}
        nothing={<Nothing filtered={isFiltered(filter)} onClear={() => setFilter(noFilter)} />}
      />
    </AccountNames>
  )
}

function nextPageOf(filter: TransactionFilter, cursor: string): string {
  const query = writeFilter(filter)
  query.set('cursor', cursor)
  return `?${query}`
}

/** Updates the URL with the filter, without a history entry for every letter. */
function useAddress(asked: string) {
  useEffect(() => {
    const next = asked ? `?${asked}` : window.location.pathname
    if (window.location.search !== (asked ? `?${asked}` : '')) window.history.replaceState(null, '', next)
  }, [asked])
}

type PeriodsProps = {
  filter: TransactionFilter
  periods: TransactionBrowserProps['periods']
  onChange: (part: Partial<TransactionFilter>) => void
}

/** Links, so that they work without a script. */
function Periods({ filter, periods, onChange }: PeriodsProps) {
  const t = useTranslations('transactions.periods')
  return (
    <ul aria-label={t('label')} className="mt-2 flex flex-wrap gap-x-4">
      {periods.map(([period, span]) => {
        const isChosen = filter.from === span.from && filter.to === span.to
        return (
          <li key={period}>
            <a
              href={`/transactions?${writeFilter({ ...filter, ...span })}`}
              aria-current={isChosen ? 'true' : undefined}
              onClick={event => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
                event.preventDefault()
                onChange(span)
              }}
              className="link inline-flex min-h-11 items-center text-sm aria-[current]:font-semibold aria-[current]:no-underline"
            >
              {t(period)}
            </a>
          </li>
        )
      })}
    </ul>
  )
}

/** Of what insights count; none without a filter. */
function Sums({ page: { sums, total }, filter }: { page: TransactionPage; filter: TransactionFilter }) {
  const t = useTranslations('transactions.sums')
  if (!isFiltered(filter) || total === 0) return null
  if (sums === null) return <p className="mt-1 text-sm text-soft">{t('tooMany')}</p>
  return (
    <div className="mt-1 text-sm">
      {sums.map(({ currency, ...sum }) => (
        <dl key={currency} className="tabular flex flex-wrap gap-x-4">
          {(['in', 'out', 'net'] as const).map(name => (
            <div key={name} className="flex gap-1.5">
              <dt className="text-soft">{t(name)}</dt>
              <dd className="font-semibold">
                <Money value={{ amount: sum[name], currency }} signed />
              </dd>
            </div>
          ))}
        </dl>
      ))}
      <p className="text-soft">{t(filter.categories.length > 0 ? 'withoutOfCategory' : 'without')}</p>
    </div>
  )
}

type SearchProps = {
  filter: TransactionFilter
  tags: readonly string[]
  accounts: readonly AccountName[]
  onChange: (part: Partial<TransactionFilter>) => void
  busy: boolean
}

/** Without JavaScript, a form that reloads this page. */
function SearchAndFilters({ filter, accounts, tags, onChange, busy }: SearchProps) {
  const t = useTranslations('transactions')
  const conditions = countConditions(filter)
  const field = useEarlyText(q => onChange({ q }))
  const [open, setOpen] = useState(false)
  // Once opened, the fields stay mounted with their content.
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <search>
      <form method="get" onSubmit={event => event.preventDefault()}>
        <div className="flex flex-wrap items-end gap-2">
          <SearchField
            ref={field}
            id="transaction-search"
            name="q"
            label={t('searchLabel')}
            placeholder={t('searchPlaceholder')}
            value={filter.q}
            busy={busy}
            onText={q => onChange({ q })}
          />
          <Button
            variant="secondary"
            aria-expanded={open}
            aria-controls="transaction-filters"
            icon={<Icon name="sliders" className="size-4.5" />}
            onClick={() => {
              setOpen(!open)
              setWasOpened(true)
            }}
          >
            {conditions > 0 ? t('filtersCount', { count: conditions }) : t('filters')}
          </Button>
          <noscript>
            {[...writeFilter({ ...filter, q: '' })].map(([name, value]) => (
              <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
            ))}
            <button type="submit" className="min-h-11 rounded-xl border border-control px-4 font-semibold">
              {t('searchLabel')}
            </button>
          </noscript>
        </div>
        <div id="transaction-filters" hidden={!open} className="mt-3">
          {wasOpened ? (
            <Suspense fallback={<Spinner className="m-5 text-soft" />}>
              <Scripted>
                <FilterFields filter={filter} accounts={accounts} tags={tags} onChange={onChange} />
              </Scripted>
            </Suspense>
          ) : null}
        </div>
      </form>
    </search>
  )
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const t = useTranslations('transactions')
  if (!filtered)
    return (
      <EmptyState title={t('emptyTitle')} action={<ButtonLink href="/link">{t('emptyAction')}</ButtonLink>}>
        {t('emptyText')}
      </EmptyState>
    )
  return (
    <EmptyState
      title={t('nothingTitle')}
      action={
        <Button variant="secondary" onClick={onClear}>
          {t('clearAll')}
        </Button>
      }
    >
      {t('nothingText')}
    </EmptyState>
  )
}

type FilterChipsProps = {
  filter: TransactionFilter
  page: TransactionPage
  accounts: readonly AccountName[]
  onChange: (part: Partial<TransactionFilter>) => void
  onClear: () => void
}

/** The conditions of the filter, each with a button to remove it. */
function FilterChips({ filter, page, accounts, onChange, onClear }: FilterChipsProps) {
  const t = useTranslations('transactions')
  const party = page.booked.find(line => line.counterparty === filter.counterparty)?.name ?? filter.counterparty
  const chips = useChips({ ...filter, counterparty: party }, accounts)
  if (chips.length === 0) return null
  return (
    <ul aria-label={t('activeFilters')} className="mt-3 flex flex-wrap gap-2">
      {chips.map(({ key, words, without }) => (
        <li key={key}>
          <ScriptedButton
            onClick={() => onChange(without)}
            className="inline-flex min-h-9 max-w-full items-center gap-2 rounded-full bg-brand-tint px-3 text-sm font-medium text-brand-ink hover:underline pointer-coarse:min-h-11"
          >
            <span className="truncate">
              <bdi>{words}</bdi>
            </span>
            <span aria-hidden="true">×</span>
            <span className="sr-only">{t('dropFilter')}</span>
          </ScriptedButton>
        </li>
      ))}
      <li>
        <ScriptedButton
          onClick={onClear}
          className="min-h-9 px-2 text-sm font-semibold text-brand-ink underline pointer-coarse:min-h-11"
        >
          {t('clearAll')}
        </ScriptedButton>
      </li>
    </ul>
  )
}

function useChips(filter: TransactionFilter, accounts: readonly AccountName[]) {
  const t = useTranslations('transactions.filter')
  const locale = useLocale()
  const categoryName = useCategoryName()
  const { from, to, min, max, direction, status, source, counterparty, counted } = filter
  const day = (word: 'from' | 'to', iso: string) => `${t(word)} ${formatDate(iso, locale, 'short')}`
  const span = (...ends: (string | null)[]) => ends.filter(Boolean).join(' · ')
  const chip = (key: string, words: string, without: Partial<TransactionFilter>) => [{ key, words, without }]
  return [
    ...filter.accounts.flatMap(id =>
      chip(id, accounts.find(account => account.id === id)?.name ?? t('accounts'), {
        accounts: filter.accounts.filter(other => other !== id),
      }),
    ),
    ...filter.categories.flatMap(id =>
      chip(id, categoryName(id), { categories: filter.categories.filter(other => other !== id) }),
    ),
    ...filter.tags.flatMap(tag => chip(`#${tag}`, `#${tag}`, { tags: filter.tags.filter(other => other !== tag) })),
    ...((from ?? to)
      ? chip('days', span(from && day('from', from), to && day('to', to)), { from: null, to: null })
      : []),
    ...((min ?? max) ? chip('amounts', span(min && `≥ ${min}`, max && `≤ ${max}`), { min: null, max: null }) : []),
    ...(direction ? chip('direction', t(`values.${direction}`), { direction: null }) : []),
    ...(status ? chip('status', t(`values.${status}`), { status: null }) : []),
    ...(source ? chip('source', t(`values.${source}`), { source: null }) : []),
    ...(counterparty
      ? chip('counterparty', t('values.counterparty', { name: counterparty }), { counterparty: null })
      : []),
    ...(counted ? chip('counted', t('values.counted', { currency: counted }), { counted: null }) : []),
  ]
}
