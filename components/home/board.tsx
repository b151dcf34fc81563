'use client'

import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatDate, formatMoney, nameCurrency } from '#components/format/text.ts'
import { Money, RelativeTime } from '#components/format/value.tsx'
import { readJson } from '#components/query/fetch-json.ts'
import { Alert } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import type { HomeView } from '#lib/views/banking.ts'
import { AttentionList } from './attention-list.tsx'
import { BankCard } from './bank-card.tsx'
import { groupAccounts, isReading } from './group-accounts.ts'

type HomeBoardProps = {
  initial: HomeView
  firstName: string
  /** Rendered on the server: the figures of the month, what comes, and the latest transactions. */
  wealth: ReactNode
  glance: ReactNode
  coming: ReactNode
  lines: ReactNode
}

/** Rendered on the server, then polled often during a refresh, and otherwise reloaded when the person returns to the page. */
export function HomeBoard({ initial, firstName, wealth, glance, coming, lines }: HomeBoardProps) {
  const { data: home, isError } = useQuery({
    queryKey: ['home'],
    queryFn: ({ signal }) => readJson<HomeView>('/api/home', signal),
    initialData: initial,
    refetchInterval: query => (query.state.data?.accounts.some(isReading) ? 2000 : false),
  })
  const t = useTranslations('home')
  const empty = home.accounts.length === 0
  const attentionCount = home.attention.length
  useRedraw(home.accounts.some(isReading))
  return (
    <div className="stack gap-4 sm:gap-8">
      <header>
        <div className="flex items-center justify-between gap-4">
          <h1 className="min-w-0 truncate text-2xl font-semibold sm:text-[2rem]">
            {t('greeting', { name: firstName })}
          </h1>
          {empty ? null : (
            <ButtonLink href="/transfers/new" icon={<Icon name="send" className="size-4.5" />} className="shrink-0">
              {t('send')}
            </ButtonLink>
          )}
        </div>
        {attentionCount > 0 ? (
          <a href="#attention-title" className="mt-1 inline-flex items-center gap-2 text-[0.9375rem] font-medium">
            <span aria-hidden="true" className="size-2.5 rounded-full bg-accent" />
            <span className="link">{t('attentionCount', { count: attentionCount })}</span>
          </a>
        ) : null}
        {empty ? null : <Totals home={home} />}
        {wealth}
      </header>
      {isError ? (
        <Alert tone="warning" title={t('staleTitle')} announce="polite">
          {t('staleText')}
        </Alert>
      ) : null}
      {empty ? null : glance}
      <AttentionList items={home.attention} />
      {isUnlinked(home) ? (
        <Welcome />
      ) : (
        <div className="stack items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr] lg:gap-8">
          <div className="min-w-0 empty:hidden lg:col-start-2">{empty ? null : coming}</div>
          <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
            <Accounts home={home} />
          </div>
          {lines}
        </div>
      )}
    </div>
  )
}

/** Whether no bank is linked and no link flow is waiting, which `attention` would show. */
function isUnlinked({ accounts, states, attention }: HomeView): boolean {
  return accounts.length === 0 && states.length === 0 && attention.every(({ kind }) => kind !== 'quarantined_link')
}

/** The figures of the month follow from what was just read. */
function useRedraw(reading: boolean): void {
  const router = useRouter()
  const wasReading = useRef(reading)
  useEffect(() => {
    if (wasReading.current && !reading) router.refresh()
    wasReading.current = reading
  }, [reading, router])
}

function Accounts({ home }: { home: HomeView }) {
  const t = useTranslations('home')
  const hidden = home.accounts.filter(account => account.hidden).length
  return (
    <section aria-labelledby="accounts-title" className="stack gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="accounts-title" className="text-xl">
          {t('accountsTitle')}
        </h2>
        <div className="flex flex-wrap gap-2">
          <ButtonLink href="/accounts" variant="quiet" size="small">
            {t('arrange')}
          </ButtonLink>
          <ButtonLink href="/link" variant="quiet" size="small" icon={<Icon name="plus" className="size-4.5" />}>
            {t('linkAnother')}
          </ButtonLink>
        </div>
      </div>
      {groupAccounts(home.accounts).map(group => (
        <BankCard
          key={group.key}
          group={group}
          state={home.states.find(({ connectionId }) => connectionId === group.connectionId)?.state ?? null}
        />
      ))}
      {hidden > 0 ? (
        <p className="px-1 text-[0.9375rem] text-soft">
          <Link href="/accounts" className="link">
            {t('hiddenAccounts', { count: hidden })}
          </Link>
        </p>
      ) : null}
      {home.unconsentedCount > 0 ? (
        <p className="px-1 text-[0.9375rem] text-soft">
          {t('unconsented', { count: home.unconsentedCount })}{' '}
          <a href="/connections" className="link">
            {t('chooseWhich')}
          </a>
        </p>
      ) : null}
    </section>
  )
}

/** One sum per currency, never converted; each leads to the accounts it is the sum of. */
function Totals({ home }: { home: HomeView }) {
  const t = useTranslations('home')
  const locale = useLocale()
  return (
    <div className="mt-1.5 sm:mt-6">
      <dl className="flex flex-wrap items-end gap-x-12 gap-y-3">
        {home.totals.map((total, index) => (
          <div key={total.currency}>
            <dt className="text-[0.9375rem] text-soft">
              {t('totalIn', { currency: nameCurrency(total.currency, locale) })}
            </dt>
            <dd
              className={clsx(
                'leading-tight font-semibold tracking-[-0.035em]',
                index === 0 ? 'text-[2.5rem] sm:text-6xl' : 'text-3xl sm:text-4xl',
              )}
            >
              <Link href="/accounts" className="hover:underline">
                <Money value={total} display />
              </Link>
            </dd>
            {total.stale ? (
              <dd className="text-sm font-medium text-accent-ink">
                {t('stale', {
                  amount: formatMoney({ amount: total.stale.amount, currency: total.currency }, locale),
                  day: formatDate(total.stale.day, locale, 'near'),
                })}
              </dd>
            ) : null}
          </div>
        ))}
        {home.totals.length === 0 ? <div className="text-lg text-soft">{t('noTotal')}</div> : null}
      </dl>
      <p className="mt-1 flex flex-col gap-x-2 text-sm text-soft sm:mt-3 sm:flex-row">
        <Freshness home={home} />
        {home.accounts.some(({ kind }) => kind === 'card') ? (
          <>
            <span aria-hidden="true" className="hidden sm:inline">
              ·
            </span>
            <span className="hidden sm:inline">{t('totalNote')}</span>
          </>
        ) : null}
      </p>
    </div>
  )
}

function Freshness({ home }: { home: HomeView }) {
  const t = useTranslations('home')
  const [oldest = null] = home.totals.flatMap(({ readAt }) => readAt ?? []).sort()
  const words = home.accounts.some(isReading) ? t('syncing') : oldest === null ? t('neverUpdated') : null
  return <span role="status">{words ?? t.rich('updated', { when: () => <RelativeTime value={oldest ?? ''} /> })}</span>
}

const steps = ['choose', 'authenticate', 'tick'] as const

/** Home before the first bank is linked: how it works, and where to start. */
function Welcome() {
  const t = useTranslations('home.empty')
  return (
    <section className="grid items-center gap-8 rounded-3xl border border-line bg-surface p-7 sm:p-12 md:grid-cols-[1fr_auto]">
      <div className="max-w-lg">
        <h2 className="text-2xl tracking-[-0.025em] sm:text-3xl">{t('title')}</h2>
        <p className="mt-3 text-soft">{t('text')}</p>
        <ol className="mt-6 grid gap-2.5">
          {steps.map((step, index) => (
            <li key={step} className="flex items-center gap-3">
              <span
                aria-hidden="true"
                className="tabular grid h-8 w-7 place-items-center rounded-t-full border-b-2 border-brand bg-brand-tint text-sm font-bold text-brand-ink"
              >
                {index + 1}
              </span>
              {t(`steps.${step}`)}
            </li>
          ))}
        </ol>
        <ButtonLink href="/link" size="large" className="mt-8">
          {t('action')}
        </ButtonLink>
      </div>
      <EmptyCounter />
    </section>
  )
}

/** An illustration: the window of the logo with its blind half down. */
function EmptyCounter() {
  return (
    <svg
      viewBox="0 0 200 220"
      className="mx-auto hidden h-56 md:block"
      aria-hidden="true"
      focusable="false"
      fill="none"
    >
      <path d="M30 196V90a70 70 0 0 1 140 0v106z" className="fill-sunken" />
      <path d="M30 90a70 70 0 0 1 140 0v22H30z" className="fill-deep" />
      <path d="M42 66h116M34 82h132M30 98h140" className="stroke-deep-edge" strokeWidth="3" />
      <path d="M100 112v14" className="stroke-control" strokeWidth="3" />
      <circle cx="100" cy="131" r="5" className="fill-accent" />
      <path d="M12 200h176" className="stroke-deep" strokeWidth="8" strokeLinecap="round" />
    </svg>
  )
}
