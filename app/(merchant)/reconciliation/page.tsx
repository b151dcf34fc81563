import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { requireMember } from '#app/(merchant)/require-member.ts'
import { queryOf } from '#app/read-request.ts'
import { titleOf } from '#app/title-of.ts'
import { DateText } from '#components/format/date.tsx'
import { Money } from '#components/format/money.tsx'
import { AccountCard } from '#components/reconciliation/account-card.tsx'
import { CreditList } from '#components/reconciliation/credit-list.tsx'
import { NoteLine } from '#components/reconciliation/note-line.tsx'
import { TotalsTable } from '#components/reconciliation/totals-table.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { may } from '#lib/domain/merchant/membership.ts'
import { creditFilters, readReconciliation } from '#lib/services/reconciliation/read.ts'
import type { MissingOrderView } from '#lib/views/reconciliation.ts'
import { oneOf } from './one-of.ts'

export const generateMetadata = titleOf('reconciliation.title')

export default async function ReconciliationPage({ searchParams }: { searchParams: Promise<unknown> }) {
  const { organisation, mode, actor } = await requireMember('reconciliation.read')
  const query = await queryOf(searchParams)
  const filter = creditFilters.find(one => one === oneOf(query, 'show')) ?? 'all'
  const before = oneOf(query, 'before')
  const [t, found] = await Promise.all([
    getTranslations('reconciliation'),
    readReconciliation(actor, { filter, before }),
  ])
  const { account, counts, totals, credits, missing, next } = found
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <NoteLine
        done={oneOf(query, 'done')}
        count={oneOf(query, 'count')}
        field={oneOf(query, 'field')}
        error={oneOf(query, 'error')}
      />
      <AccountCard account={account} organisation={organisation.id} role={organisation.role} />
      <TotalsTable totals={totals} counts={counts} />
      <MissingList missing={missing} />
      <h2 className="text-lg font-semibold">{t('credits.title')}</h2>
      <nav aria-label={t('filters.label')} className="my-3">
        <ul className="flex flex-wrap gap-2">
          {creditFilters.map(one => (
            <li key={one}>
              <Link
                href={`/reconciliation?show=${one}`}
                aria-current={one === filter ? 'page' : undefined}
                className={buttonClass({ variant: one === filter ? 'primary' : 'secondary', size: 'small' })}
              >
                {t(`filters.${one}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Card flush>
        <CreditList credits={credits} />
      </Card>
      <nav aria-label={t('credits.pages')} className="mt-4 flex justify-between gap-3">
        {before ? (
          <ButtonLink href={`/reconciliation?show=${filter}`} variant="secondary">
            {t('credits.newest')}
          </ButtonLink>
        ) : (
          <span />
        )}
        {next ? (
          <ButtonLink href={`/reconciliation?show=${filter}&before=${next}`} variant="secondary">
            {t('credits.older')}
          </ButtonLink>
        ) : null}
      </nav>
      {may(organisation.role, 'exports.read') ? (
        <Card className="mt-6">
          <CardHeader title={t('export.title')} description={t('export.text')} />
          <div className="mt-4 flex flex-wrap gap-2">
            {(['csv', 'csv-fr'] as const).map(format => (
              <a
                key={format}
                href={`/reconciliation/export?${new URLSearchParams({ format, mode, organisation: organisation.id })}`}
                download
                className={buttonClass({ variant: 'secondary' })}
              >
                {format === 'csv' ? t('export.csv') : t('export.csvFr')}
              </a>
            ))}
          </div>
        </Card>
      ) : null}
    </>
  )
}

/** Payments that should have arrived. */
function MissingList({ missing }: { missing: readonly MissingOrderView[] }) {
  const t = useTranslations('reconciliation.missing')
  if (missing.length === 0) return null
  return (
    <Card className="mb-6">
      <CardHeader title={t('title')} description={t('text')} />
      <ul className="mt-3 divide-y divide-line">
        {missing.map(({ orderId, reference, amount, executionDay }) => (
          <li key={orderId} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
            <Link href={`/payments/${orderId}`} className="link wrap-anywhere">
              {reference}
            </Link>
            <span className="text-sm text-soft">
              {t.rich('due', { day: () => <DateText value={executionDay} /> })} <Money value={amount} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
