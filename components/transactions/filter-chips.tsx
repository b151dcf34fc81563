'use client'

import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/date-text.ts'
import { ScriptedButton } from '#components/ui/scripted.tsx'
import type { TransactionFilter } from '#lib/domain/accounts/transaction-filter.ts'
import { isFiltered } from '#lib/domain/accounts/transaction-query.ts'
import type { AccountName } from './account-names.tsx'
import { useCategoryName } from './use-categories.ts'

type FilterChipsProps = {
  filter: TransactionFilter
  accounts: readonly AccountName[]
  onChange: (part: Partial<TransactionFilter>) => void
  onClear: () => void
}

/** The conditions of the filter, each with a button to remove it. */
export function FilterChips({ filter, accounts, onChange, onClear }: FilterChipsProps) {
  const t = useTranslations('transactions')
  const chips = useChips(filter, accounts)
  if (!isFiltered(filter)) return null
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
  const { q, from, to, min, max, direction, status, source } = filter
  const chip = (key: string, words: string, without: Partial<TransactionFilter>) => [{ key, words, without }]
  return [
    ...(q.trim() ? chip('q', t('quoted', { words: q.trim() }), { q: '' }) : []),
    ...filter.accounts.flatMap(id =>
      chip(id, accounts.find(account => account.id === id)?.name ?? t('accounts'), {
        accounts: filter.accounts.filter(other => other !== id),
      }),
    ),
    ...filter.categories.flatMap(id =>
      chip(id, categoryName(id), { categories: filter.categories.filter(other => other !== id) }),
    ),
    ...(from ? chip('from', `${t('from')} ${formatDate(from, locale, 'short')}`, { from: null }) : []),
    ...(to ? chip('to', `${t('to')} ${formatDate(to, locale, 'short')}`, { to: null }) : []),
    ...(min ? chip('min', `≥ ${min}`, { min: null }) : []),
    ...(max ? chip('max', `≤ ${max}`, { max: null }) : []),
    ...(direction ? chip('direction', t(`values.${direction}`), { direction: null }) : []),
    ...(status ? chip('status', t(`values.${status}`), { status: null }) : []),
    ...(source ? chip('source', t(`values.${source}`), { source: null }) : []),
  ]
}
