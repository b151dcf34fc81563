'use client'

import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { locales } from '#components/format/locale.ts'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { preferencesPath, themes } from '#components/layout/preferences.ts'
import { readJson, sendOnly } from '#components/query/fetch-json.ts'
import { QueryProvider } from '#components/query/provider.tsx'
import { useDebounced } from '#components/transactions/use-debounced.ts'
import { Icon } from '#components/ui/icon.tsx'
import type { ConnectionView, HomeView, TransactionPage } from '#lib/views/banking.ts'
import type { PayeeListView } from '#lib/views/transfer.ts'
import { findItems, type PaletteGroup, type PaletteItem, tellLine } from './items.ts'
import { shortcutPages } from './shortcuts.ts'

type PaletteProps = { open: boolean; onClose: () => void; onShortcuts: () => void }

/** A search over pages, actions, accounts, payees and transactions. Focus stays inside and is restored on closing. */
export function PaletteDialog({ open, onClose, onShortcuts }: PaletteProps) {
  const t = useTranslations('palette')
  return (
    <Dialog.Root open={open} onOpenChange={isOpen => (isOpen ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-veil transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup className="fixed inset-x-2 top-2 z-50 mx-auto flex max-h-[calc(100dvh-1rem)] max-w-xl flex-col overflow-clip rounded-2xl border border-line bg-surface text-ink shadow-lift transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0 sm:top-[12vh] sm:max-h-[70vh]">
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <QueryProvider>
            <Search onClose={onClose} onShortcuts={onShortcuts} />
          </QueryProvider>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Search({ onClose, onShortcuts }: Omit<PaletteProps, 'open'>) {
  const t = useTranslations('palette')
  const [query, setQuery] = useState('')
  const { groups, found, searching, refreshing } = usePaletteGroups(query, onShortcuts)
  const shown = [...findItems(groups, query, new Set(['actions', 'pages'])), ...found]
  const count = shown.reduce((sum, { items }) => sum + items.length, 0)
  const choose = ({ id, run }: PaletteItem) => {
    run()
    // A refresh reports its result here; everything else leaves the palette.
    if (id !== 'refresh' && id !== 'shortcuts') onClose()
  }
  return (
    <Autocomplete.Root
      open
      inline
      mode="none"
      items={shown}
      value={query}
      onValueChange={setQuery}
      itemToStringValue={(item: PaletteItem) => item.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2 border-b border-line pl-4">
        <Icon name="search" className="size-5 text-soft" />
        <Autocomplete.Input
          aria-label={t('title')}
          placeholder={t('placeholder')}
          maxLength={100}
          className="min-h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
        />
        <Dialog.Close aria-label={t('close')} className="grid size-14 place-items-center text-soft hover:text-ink">
          <svg viewBox="0 0 16 16" className="size-4.5" aria-hidden="true">
            <path d="m3.5 3.5 9 9m0-9-9 9" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
          </svg>
        </Dialog.Close>
      </div>
      <Autocomplete.Status className="px-4 pt-2 text-sm text-soft">
        {refreshing ?? (searching ? t('searching') : t('count', { count }))}
      </Autocomplete.Status>
      <Autocomplete.List aria-label={t('results')} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2">
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.value} items={group.items} className="mb-2">
            <Autocomplete.GroupLabel className="px-2 py-1.5 text-sm font-semibold text-soft">
              {t(`groups.${group.value as 'actions'}`)}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: PaletteItem) => (
                <Autocomplete.Item
                  key={item.id}
                  value={item}
                  onClick={() => choose(item)}
                  className="flex min-h-11 scroll-my-2 cursor-pointer items-center gap-3 rounded-xl px-2 py-1.5 outline-none data-highlighted:bg-brand-tint data-highlighted:text-brand-ink"
                >
                  <Icon name={item.icon} className="size-5 text-soft" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">
                      <bdi>{item.label}</bdi>
                    </span>
                    {item.detail ? <span className="block truncate text-sm text-soft">{item.detail}</span> : null}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

/** Minimum number of letters for a search of transactions, and maximum number of results. */
const searchFrom = 2
const linesShown = 6

/** Besides those that have a shortcut. */
const otherPages = [
  ['household', '/household'],
  ['payees', '/transfers/payees'],
  ['rules', '/transactions/rules'],
  ['imports', '/transactions/imports'],
]

type PaletteGroups = {
  /** Entries already loaded, to be filtered by the query. */
  readonly groups: readonly PaletteGroup[]
  /** Transactions found by the query. */
  readonly found: readonly PaletteGroup[]
  readonly searching: boolean
  /** Progress or result of a refresh of all banks; null if none was requested. */
  readonly refreshing: string | null
}

/** All entries of the palette for a person. */
function usePaletteGroups(query: string, onShortcuts: () => void): PaletteGroups {
  const t = useTranslations('palette')
  const { push } = useRouter()
  const { refreshing, refreshAll } = useRefreshAll()
  const format = useLocale() === 'fr' ? 'csv-fr' : 'csv'
  const exportLines = () => location.assign(`/api/exports?format=${format}`)
  const pages = Object.entries(shortcutPages).filter(([name]) => name !== 'send' && name !== 'settings')
  const actions: PaletteItem[] = [
    { id: 'send', icon: 'send', ...words('send'), run: () => push('/transfers/new') },
    { id: 'link', icon: 'plus', ...words('link'), run: () => push('/link') },
    { id: 'refresh', icon: 'refresh', ...words('refresh'), run: refreshAll },
    { id: 'export', icon: 'external', ...words('export'), run: exportLines },
    { id: 'settings', icon: 'sliders', ...words('settings'), run: () => push('/settings') },
    ...useLookItems(),
    ...(matchMedia('(pointer: coarse)').matches
      ? []
      : [{ id: 'shortcuts', icon: 'laptop' as const, ...words('shortcuts'), run: onShortcuts }]),
    { id: 'signOut', icon: 'signOut', ...words('signOut'), run: () => post('/signout', {}) },
  ]
  function words(name: 'send' | 'link' | 'refresh' | 'export' | 'settings' | 'shortcuts' | 'signOut') {
    return { label: t(`actions.${name}`), also: t(`also.${name}`) }
  }
  const pageItems = [...pages, ...otherPages].map(
    ([name, href]): PaletteItem => ({
      id: `page ${name}`,
      icon: 'arrowRight',
      label: t(`pages.${name as 'home'}`),
      also: t(`alsoPages.${name as 'home'}`),
      run: () => push(href ?? '/home'),
    }),
  )
  const { found, searching } = useFoundLines(query)
  const groups = [{ value: 'actions', items: actions }, { value: 'pages', items: pageItems }, ...useOwnThings()]
  return { groups, found, searching, refreshing }
}

/** Language and appearance: choosing one posts a plain form, as in the person's menu. */
function useLookItems(): PaletteItem[] {
  const t = useTranslations('palette')
  const current = useLocale()
  return [
    ...locales
      .filter(locale => locale !== current)
      .map((locale): PaletteItem => {
        const run = () => post(preferencesPath, { locale })
        return { id: `locale ${locale}`, icon: 'list', label: t('language'), also: t('also.language'), run }
      }),
    ...themes.map((theme): PaletteItem => {
      const icon = theme === 'light' ? 'sun' : theme === 'dark' ? 'moon' : 'screen'
      const run = () => post(preferencesPath, { theme })
      return { id: `theme ${theme}`, icon, label: t(`themes.${theme}`), also: t('also.theme'), run }
    }),
  ]
}

/** Accounts and payees, loaded once when the palette opens. */
function useOwnThings(): PaletteGroup[] {
  const { push } = useRouter()
  const { data: home } = useQuery({
    queryKey: ['palette', 'accounts'],
    queryFn: ({ signal }) => readJson<Pick<HomeView, 'accounts'>>('/api/home', signal),
  })
  const { data: book } = useQuery({
    queryKey: ['palette', 'payees'],
    queryFn: ({ signal }) => readJson<PayeeListView>('/api/payees', signal),
  })
  const accounts = (home?.accounts ?? []).map(
    ({ id, name, bank, maskedIban, kind }): PaletteItem => ({
      id: `account ${id}`,
      icon: kind === 'card' ? 'card' : 'accounts',
      label: name,
      detail: [bank.name, maskedIban].filter(Boolean).join(' · '),
      run: () => push(`/accounts/${id}`),
    }),
  )
  const payees = (book?.payees ?? []).map(
    ({ id, name, iban, bankName }): PaletteItem => ({
      id: `payee ${id}`,
      icon: 'person',
      label: name,
      detail: [bankName, `•••• ${iban.slice(-4)}`].filter(Boolean).join(' · '),
      run: () => push(`/transfers/new?payee=${id}`),
    }),
  )
  return [
    { value: 'accounts', items: accounts },
    { value: 'payees', items: payees },
  ]
}

/** Searches transactions shortly after the last keystroke: the first results, and a link to all of them. */
function useFoundLines(query: string): Pick<PaletteGroups, 'found' | 'searching'> {
  const t = useTranslations('palette')
  const locale = useLocale()
  const { push } = useRouter()
  const typed = query.trim()
  const asked = useDebounced(typed)
  const isAsked = asked.length >= searchFrom
  const search = new URLSearchParams({ q: asked }).toString()
  const { data, isFetching } = useQuery({
    queryKey: ['palette', 'transactions', asked],
    queryFn: ({ signal }) => readJson<TransactionPage>(`/api/transactions?${search}`, signal),
    enabled: isAsked,
  })
  const searching = typed.length >= searchFrom && (isFetching || asked !== typed)
  if (typed.length < searchFrom) return { found: [], searching }
  const all: PaletteItem = {
    id: 'all lines',
    icon: 'search',
    label: t('searchAll', { query: typed }),
    run: () => push(`/transactions?${new URLSearchParams({ q: typed })}`),
  }
  const lines = [...(data?.upcoming ?? []), ...(data?.booked ?? [])].slice(0, linesShown).map((line): PaletteItem => {
    const { accountId, key, name, amount } = line
    const { day, state } = tellLine(line)
    const words = [formatDate(day, locale), formatMoney(amount, locale, true)]
    if (state) words.push(t(`states.${state}`))
    return {
      id: `line ${accountId} ${key}`,
      icon: 'exchange',
      label: name || t('noLabel'),
      detail: words.join(' · '),
      run: () => push(`/transactions?${new URLSearchParams({ q: asked, from: day, to: day })}`),
    }
  })
  return { found: [{ value: 'transactions', items: isAsked && data ? [...lines, all] : [all] }], searching }
}

/** Refreshes every connection in the person's presence, one after the other, and announces the result. */
function useRefreshAll() {
  const t = useTranslations('palette.refresh')
  const router = useRouter()
  const [refreshing, setRefreshing] = useState<string | null>(null)
  const refreshAll = async () => {
    if (refreshing !== null) return
    setRefreshing(t('running'))
    try {
      const ended = new Set(['choosing', 'expired', 'revoked', 'replaced', 'disconnected'])
      const all = await readJson<Pick<ConnectionView, 'id' | 'state'>[]>('/api/connections')
      const list = all.filter(({ state }) => !ended.has(state))
      let failed = 0
      for (const { id } of list) await sendOnly('POST', `/api/connections/${id}/refresh`).catch(() => (failed += 1))
      setRefreshing(failed > 0 ? t('partly', { count: failed }) : t('done', { count: list.length }))
      router.refresh()
    } catch {
      setRefreshing(t('failed'))
    }
  }
  return { refreshing, refreshAll }
}

/** Submits a plain form, as a button on the page would. */
function post(action: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action, hidden: true })
  for (const [name, value] of Object.entries(fields)) {
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  }
  document.body.append(form)
  form.submit()
}
