import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { requireOperator } from '#app/(operator)/operator/require-operator.ts'
import { titleOf } from '#app/title-of.ts'
import { formatDate } from '#components/format/date-text.ts'
import { Announcements } from '#components/operator/announcements.tsx'
import { BankLines } from '#components/operator/bank-lines.tsx'
import { QuarterlyStatistics } from '#components/operator/quarterly-statistics.tsx'
import { WorkTables } from '#components/operator/work-tables.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { now } from '#lib/clock.ts'
import { lastQuarters } from '#lib/domain/bank/interface-statistics.ts'
import { readBankHealth } from '#lib/services/banks/health.ts'
import { listBankLines } from '#lib/services/operator/banks.ts'
import { readQueue, readQuotas } from '#lib/services/operator/calls-report.ts'
import { listFailingOperators } from '#lib/services/operator/mails.ts'
import { listAnnouncements } from '#lib/services/operator/status.ts'
import type { FailingOperator } from '#lib/views/operator.ts'

export const generateMetadata = titleOf('operator.banks.title')

export default async function BanksPage() {
  const operator = await requireOperator()
  const [t, lines, health, queue, quotas, failing, announcements] = await Promise.all([
    getTranslations('operator.banks'),
    listBankLines(operator),
    readBankHealth(),
    readQueue(operator),
    readQuotas(operator),
    listFailingOperators(operator),
    listAnnouncements(operator),
  ])
  const add = (
    <ButtonLink href="/operator/banks/new" icon={<Icon name="plus" />}>
      {t('add')}
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={add} />
      <FailingMails operators={failing} />
      <BankLines lines={lines} health={health} />
      <WorkTables queue={queue} quotas={quotas} />
      <Announcements announcements={announcements} />
      <QuarterlyStatistics quarters={lastQuarters(now(), 4)} />
    </>
  )
}

/** Operators whose alarms by mail fail; nothing if there are none. */
function FailingMails({ operators }: { operators: readonly FailingOperator[] }) {
  const t = useTranslations('operator.mails')
  const locale = useLocale()
  if (operators.length === 0) return null
  const audit = (
    <ButtonLink href="/operator/audit" variant="secondary" size="small">
      {t('audit')}
    </ButtonLink>
  )
  return (
    <Alert tone="warning" title={t('title')} action={audit} className="mb-6">
      <ul className="wrap-anywhere">
        {operators.map(({ email, since }) => (
          <li key={email}>{t('since', { email, date: formatDate(since, locale, 'long') })}</li>
        ))}
      </ul>
      <p className="mt-1">{t('text')}</p>
    </Alert>
  )
}
