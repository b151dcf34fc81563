'use client'

import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { readKept } from '#components/query/read-kept.ts'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Button } from '#components/ui/button.tsx'
import { Alert, Badge } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Input } from '#components/ui/field.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { useEarlyText } from '#components/ui/use-early-text.ts'
import type { BankView } from '#lib/views/banking.ts'

type BankDirectoryProps = {
  query: string
  banks: BankView[]
  connectedCodes: readonly string[]
  /** Whether the search is focused: not on a touch screen, whose keyboard would cover the banks. */
  focusSearch: boolean
}

/** The bank directory, searched while typing. Without JavaScript the search is a form that reloads this page. */
export function BankDirectory({ query, banks, connectedCodes, focusSearch }: BankDirectoryProps) {
  const t = useTranslations('link.directory')
  const [typed, setTyped] = useState(query)
  const asked = useDeferredValue(typed.trim())
  const list = useRef<HTMLUListElement>(null)
  const input = useEarlyText(setTyped)
  const { shown, hasFailed } = useBanks(asked, query, banks)
  const count = asked ? t('countFor', { count: shown.length, query: asked }) : t('count', { count: shown.length })

  function move(event: KeyboardEvent) {
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('[data-bank-card]') ?? [])]
    const at = cards.findIndex(card => card.matches(':focus'))
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: cards.length - 1 }[event.key]
    if (step === undefined || (at < 0 && event.key !== 'ArrowDown')) return
    event.preventDefault()
    if (step < 0) input.current?.focus()
    else cards[Math.min(step, cards.length - 1)]?.focus()
  }

  function clear() {
    setTyped('')
    input.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a second way; Tab and Enter work without them
    <div onKeyDown={move}>
      <search>
        <form
          action="/link"
          method="get"
          className="grid grid-cols-1 gap-1.5"
          onSubmit={event => {
            const first = list.current?.querySelector<HTMLElement>('[data-bank-card]')
            if (!first) return
            event.preventDefault()
            if (shown.length === 1) first.click()
            else first.focus()
          }}
        >
          <label htmlFor="bank-search" className="font-medium">
            {t('searchLabel')}
          </label>
          <div className="flex gap-2">
            <div className="relative flex-1">
              <Icon name="search" className="pointer-events-none absolute inset-y-0 left-4 my-auto size-5 text-faint" />
              <Input
                ref={input}
                id="bank-search"
                name="q"
                type="search"
                value={typed}
                maxLength={60}
                autoFocus={focusSearch}
                autoComplete="off"
                spellCheck={false}
                aria-describedby="bank-search-hint"
                placeholder={t('searchPlaceholder')}
                onChange={event => setTyped(event.target.value)}
                className="min-h-13 pl-12"
              />
            </div>
            <noscript>
              <button type="submit" className="min-h-13 rounded-xl border border-control px-5 font-semibold">
                {t('submit')}
              </button>
            </noscript>
          </div>
          <p id="bank-search-hint" className="text-sm text-soft">
            {t('searchHint')} <span className="pointer-coarse:hidden">{t('searchKeys')}</span>
          </p>
        </form>
      </search>
      {hasFailed ? (
        <Alert tone="warning" title={t('failedTitle')} announce="polite" className="mt-6">
          {t('failedText')}
        </Alert>
      ) : null}
      <p role="status" className="mt-8 mb-3 text-[0.9375rem] text-soft">
        {count}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          title={asked ? t('emptyTitle') : t('none')}
          action={
            asked ? (
              <Button variant="secondary" onClick={clear}>
                {t('clear')}
              </Button>
            ) : null
          }
        >
          {asked ? t('emptyText') : null}
        </EmptyState>
      ) : (
        <ul ref={list} aria-label={t('listLabel')} className="grid grid-cols-1 gap-3 md:grid-cols-2">
          {shown.map(bank => (
            <li key={bank.code}>
              <BankCard bank={bank} connected={connectedCodes.includes(bank.code)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The banks that are asked for; those of `query` are there already. */
function useBanks(asked: string, query: string, banks: BankView[]) {
  const [found, setFound] = useState(banks)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    let isLate = false
    const show = (now: BankView[] | null) => {
      if (isLate) return
      if (now !== null) setFound(now)
      setFailed(now === null)
    }
    if (asked === query) show(banks)
    else
      readKept<BankView[]>(`/api/banks?q=${encodeURIComponent(asked)}`, { keptMs: 60_000 }).then(show, () => show(null))
    return () => {
      isLate = true
    }
  }, [asked, query, banks])
  return { shown: asked === query ? banks : found, hasFailed }
}

/** Stays at the end of a line if it wraps. */
const dot = '\u00a0· '

/** One bank of the directory; the whole card is a link. */
function BankCard({ bank, connected }: { bank: BankView; connected: boolean }) {
  const t = useTranslations('link')
  return (
    <Link
      href={`/link/${encodeURIComponent(bank.code)}`}
      data-bank-card
      className="group flex h-full items-start gap-4 rounded-2xl border border-line bg-surface p-5 transition-[border-color,box-shadow] duration-150 hover:border-brand hover:shadow-lift focus-visible:border-brand"
    >
      <BankLogo bank={bank} size="large" />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere text-lg font-semibold leading-snug">{bank.name}</span>
          {connected ? <Badge tone="brand">{t('directory.connected')}</Badge> : null}
        </span>
        <span className="mt-0.5 block text-[0.9375rem] text-soft">
          <span className="tabular whitespace-nowrap">{t('directory.code', { code: bank.code })}</span>
          {[bank.group, bank.city].filter(Boolean).map(word => `${dot}${word}`)}
        </span>
      </span>
      <Icon
        name="chevronRight"
        className="mt-4 size-5 shrink-0 text-control transition-[translate,color] duration-150 group-hover:translate-x-0.5 group-hover:text-brand"
      />
    </Link>
  )
}
