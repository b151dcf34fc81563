import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { pathOf, queryOf } from '#app/read-request.ts'
import { RefusalNote } from '#components/failures/refusal-note.tsx'
import { EmergencyAccess, EmergencyBadge, NoEmergency } from '#components/fallback/emergency-access.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { findBank } from '#lib/services/banks/directory.ts'
import { readFallbackStatus } from '#lib/services/connections/fallback.ts'
import { requireSession } from '#lib/session.ts'

type FallbackPageProps = {
  params: Promise<unknown>
  searchParams: Promise<unknown>
}

export async function generateMetadata({ params }: Pick<FallbackPageProps, 'params'>): Promise<Metadata> {
  const [bank, t] = await Promise.all([findBank((await pathOf(params, 'bank')).bank), getTranslations('fallback')])
  return { title: t('metaTitle', { bank: bank?.name ?? '' }) }
}

/** The emergency access (document 1, Fallback mode): explained, and never started automatically. */
export default async function FallbackPage({ params, searchParams }: FallbackPageProps) {
  await requireSession()
  const { bank: code } = await pathOf(params, 'bank')
  const [bank, status] = await Promise.all([findBank(code), readFallbackStatus(code)])
  if (!bank || !status) notFound()
  const t = await getTranslations('fallback')
  const tDirectory = await getTranslations('link.directory')
  const { offered, downSince, state } = status
  return (
    <>
      <PageHeader
        title={t('title', { bank: bank.name })}
        lead={t('lead')}
        picture={<BankLogo bank={bank} size="large" />}
        breadcrumb={
          <Breadcrumb
            label={tDirectory('title')}
            steps={[
              { href: '/link', label: tDirectory('title') },
              { href: `/link/${encodeURIComponent(code)}`, label: bank.name },
            ]}
            current={t('badge')}
          />
        }
      />
      <RefusalNote code={(await queryOf(searchParams)).error} className="mb-6" />
      <p className="-mt-4 mb-6">
        <EmergencyBadge />
      </p>
      {offered && downSince !== null ? (
        <EmergencyAccess bank={bank} downSince={downSince} />
      ) : (
        <NoEmergency bank={bank} isUp={state === 'up'} />
      )}
    </>
  )
}
