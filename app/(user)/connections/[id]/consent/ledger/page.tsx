import { getTranslations } from 'next-intl/server'
import { orNotFound } from '#app/or-not-found.ts'
import { pathOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { LedgerList } from '#components/consent/ledger-list.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Breadcrumb } from '#components/ui/breadcrumb.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readLedger } from '#lib/services/consent/ledger.ts'
import { requireSession } from '#lib/session.ts'

export const generateMetadata = titleOf('leaving.ledger.title')

export default async function LedgerPage({ params }: { params: Promise<unknown> }) {
  const { userId } = await requireSession()
  const { id } = await pathOf(params, 'id')
  const ledger = await orNotFound(readLedger(userId, id))
  const [t, tConnections] = await Promise.all([getTranslations('leaving.ledger'), getTranslations('connections')])
  const file = `/api/connections/${id}/consent/ledger?format=`
  return (
    <>
      <PageHeader
        title={t('title')}
        lead={t('lead', { bank: ledger.bank.name })}
        picture={<BankLogo bank={ledger.bank} size="large" />}
        breadcrumb={
          <Breadcrumb
            label={tConnections('title')}
            steps={[
              { href: '/connections', label: tConnections('title') },
              { href: `/connections/${id}`, label: ledger.bank.name },
            ]}
            current={t('title')}
          />
        }
        actions={
          ledger.entries.length === 0 ? null : (
            <>
              <a href={`${file}csv`} className={buttonClass({ variant: 'secondary' })}>
                {t('csv')}
              </a>
              <a href={`${file}json`} className={buttonClass({ variant: 'secondary' })}>
                {t('json')}
              </a>
            </>
          )
        }
      />
      {ledger.entries.length === 0 ? (
        <EmptyState title={t('emptyTitle')}>{t('emptyText')}</EmptyState>
      ) : (
        <LedgerList entries={ledger.entries} />
      )}
    </>
  )
}
