import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { pathOf, queryOf } from '#app/read-request.ts'
import { RefusalNote } from '#components/failures/refusal-note.tsx'
import { DownNotice } from '#components/fallback/down-notice.tsx'
import { BeforeLeaving } from '#components/link/before-leaving.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { authorisationEndsAt } from '#lib/domain/consent/connection.ts'
import { findBank } from '#lib/services/banks/directory.ts'
import { opensApp } from '#lib/services/connections/app-to-app.ts'
import { readFallbackStatus } from '#lib/services/connections/fallback.ts'
import { listConnections } from '#lib/services/connections/read.ts'
import { readLegal } from '#lib/services/people/legal.ts'
import { requireSession } from '#lib/session.ts'

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
        endsOn={authorisationEndsAt(new Date()).toISOString()}
        connectionId={existing?.id ?? null}
        appToApp={appToApp}
      />
    </>
  )
}
