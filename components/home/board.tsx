'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Spark } from '#components/charts/spark-line.tsx'
import { readJson } from '#components/query/fetch-json.ts'
import { Alert } from '#components/ui/alert.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { HomeView } from '#lib/views/banking.ts'
import { AttentionList } from './attention-list.tsx'
import { BankCard } from './bank-card.tsx'
import { groupAccounts, isReading } from './group-accounts.ts'
import { Totals } from './totals.tsx'
import { Welcome } from './welcome.tsx'

type HomeBoardProps = {
  initial: HomeView
  firstName: string
  /** Trends of the totals, as far as known. */
  totals: readonly Spark[]
  /** Trends of accounts, by id. */
  trends: Readonly<Record<string, Spark>>
  /** Upcoming and latest transactions, rendered on the server. */
  lines: ReactNode
}

/** Rendered on the server, then polled often during a refresh, and otherwise reloaded when the person returns to the page. */
export function HomeBoard({ initial, firstName, totals, trends, lines }: HomeBoardProps) {
  const { data: home, isError } = useQuery({
    queryKey: ['home'],
    queryFn: ({ signal }) => readJson<HomeView>('/api/home', signal),
    initialData: initial,
    refetchInterval: query => (query.state.data?.accounts.some(isReading) ? 2000 : false),
  })
  const t = useTranslations('home')
  const empty = home.accounts.length === 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 sm:gap-8">
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
        {empty ? null : <Totals home={home} trends={totals} />}
      </header>
      {isError ? (
        <Alert tone="warning" title={t('staleTitle')} announce="polite">
          {t('staleText')}
        </Alert>
      ) : null}
      <AttentionList items={home.attention} />
      {isUnlinked(home) ? (
        <Welcome />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-8">
          <Accounts home={home} trends={trends} />
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

function Accounts({ home, trends }: { home: HomeView; trends: HomeBoardProps['trends'] }) {
  const t = useTranslations('home')
  return (
    <section aria-labelledby="accounts-title" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="accounts-title" className="text-xl">
          {t('accountsTitle')}
        </h2>
        <ButtonLink href="/link" variant="quiet" size="small" icon={<Icon name="plus" className="size-4.5" />}>
          {t('linkAnother')}
        </ButtonLink>
      </div>
      {groupAccounts(home.accounts).map(group => (
        <BankCard
          key={group.connectionId}
          group={group}
          trends={trends}
          state={home.states.find(({ connectionId }) => connectionId === group.connectionId)?.state ?? 'active'}
        />
      ))}
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
