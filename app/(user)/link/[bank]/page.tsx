import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { pathOf, queryOf } from '#app/read-request.ts'
import { RefusalNote } from '#components/failures/refusal-note.tsx'
import { formatDate } from '#components/format/date-text.ts'
import { BeforeLeaving } from '#components/link/before-leaving.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { now } from '#lib/clock.ts'
import { authorisationEndsAt } from '#lib/domain/consent/connection.ts'
import { findBank } from '#lib/services/banks/directory.ts'
import { opensApp } from '#lib/services/connections/app-to-app.ts'
import { readFallbackStatus } from '#lib/services/connections/fallback.ts'
import { listConnections } from '#lib/services/connections/read.ts'
import { readLegal } from '#lib/services/people/legal.ts'
import { requireSession } from '#lib/session.ts'
import type { BankView } from '#lib/views/banking.ts'

type BankPageProps = {
  params: Promise<unknown>
  searchParams: Promise<unknown>
}

export async function generateMetadata({ params }: Pick<BankPageProps, 'params'>): Promise<Metadata> {
  const [bank, t] = await Promise.all([findBank((await pathOf(params, 'bank')).bank), getTranslations('link.before')])
  return { title: bank ? t('metaTitle', { bank: bank.name }) : t('unknownTitle') }
}

export default async function BankPage({ params, searchParams }: BankPageProps) {
  const { userId } = await requireSession()
  const bank = await findBank((await pathOf(params, 'bank')).bank)
  if (!bank) notFound()
  const [connections, legal, status, appToApp, t, tDirectory] = await Promise.all([
    listConnections(userId),
    readLegal(),
    readFallbackStatus(bank.code),
    opensApp(bank.code),
    getTranslations('link.before'),
    getTranslations('link.directory'),
  ])
  const existing = connections.find(({ bank: { code }, state }) => code === bank.code && state !== 'disconnected')
  return (
    <>
      <PageHeader
        title={t('title', { bank: bank.name })}
        lead={t('lead')}
        breadcrumb={
          <Breadcrumb
            label={tDirectory('title')}
            steps={[{ href: '/link', label: tDirectory('title') }]}
            current={bank.name}
          />
        }
      />
      <RefusalNote code={(await queryOf(searchParams)).error} className="mb-6" />
      {status ? <DownNotice bank={bank} {...status} /> : null}
      <BeforeLeaving
        bank={bank}
        legal={legal}
        endsOn={authorisationEndsAt(now()).toISOString()}
        connectionId={existing?.id ?? null}
        appToApp={appToApp}
      />
    </>
  )
}

type DownNoticeProps = {
  bank: Pick<BankView, 'code' | 'name'>
  downSince: string | null
  retryAt: string | null
  /** Whether the emergency access is offered now. */
  offered: boolean
}

/** The bank's interface is down: since when, when it is tried again, and the emergency access if it is offered. */
function DownNotice({ bank, downSince, retryAt, offered }: DownNoticeProps) {
  const t = useTranslations('fallback')
  const locale = useLocale()
  if (downSince === null) return null
  return (
    <Alert
      tone="warning"
      title={t('noticeTitle', { bank: bank.name })}
      className="mb-6"
      action={
        offered ? (
          <ButtonLink href={`/link/${encodeURIComponent(bank.code)}/fallback`} variant="secondary" size="small">
            {t('noticeOffer')}
          </ButtonLink>
        ) : null
      }
    >
      <p>{t('noticeText', { since: formatDate(downSince, locale, 'moment') })}</p>
      {retryAt ? <p className="mt-1">{t('noticeRetry', { time: formatDate(retryAt, locale, 'time') })}</p> : null}
    </Alert>
  )
}
