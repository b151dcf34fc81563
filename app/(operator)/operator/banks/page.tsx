import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { formatDate } from '#components/format/text.ts'
import { Announcements } from '#components/operator/announcements.tsx'
import { DataTable, formatCount, formatMs, formatShare } from '#components/operator/data-table.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { Alert, Badge, Card } from '#components/ui/card.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ButtonLink, Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { now } from '#lib/clock.ts'
import { lastQuarters } from '#lib/domain/bank/interface-statistics.ts'
import { readBankHealth } from '#lib/services/banks/health.ts'
import { listBankLines } from '#lib/services/operator/banks.ts'
import { readQueue, readQuotas } from '#lib/services/operator/calls-report.ts'
import { listFailingOperators } from '#lib/services/operator/mails.ts'
import { listAnnouncements } from '#lib/services/operator/status.ts'
import type { BankHealthView } from '#lib/views/bank-health.ts'
import type { BankLine, FailingOperator, QueueLine, QuotaLine } from '#lib/views/operator.ts'

export const generateMetadata = titleOf('operator.banks.title')

export default operatorPage(async ({ operator }) => {
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
      <div className="mt-8 grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,11fr)_minmax(0,10fr)]">
        <Queues queue={queue} />
        <Quotas quotas={quotas} />
      </div>
      <Announcements announcements={announcements} />
      <QuarterlyStatistics quarters={lastQuarters(now(), 4)} />
    </>
  )
})

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

/** All banks, one row each, with their health and their last hour. */
function BankLines({ lines, health }: { lines: readonly BankLine[]; health: readonly BankHealthView[] }) {
  const t = useTranslations('operator.banks')
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {lines.map(line => (
          <li
            key={line.code}
            className="relative flex flex-wrap items-center gap-x-5 gap-y-3 px-5 py-4 hover:bg-sunken sm:px-6"
          >
            <BankLogo bank={line} />
            <div className="min-w-0 flex-1 basis-48">
              <h2 className="font-semibold">
                <Link href={`/operator/banks/${line.code}`} className="after:absolute after:inset-0">
                  {line.name}
                </Link>
              </h2>
              <p className="tabular text-sm text-soft">
                {line.code} · {line.platform} · {t('version', { version: line.aisVersion })}
              </p>
            </div>
            <BankState line={line} health={health.find(({ code }) => code === line.code)} />
            <BankNumbers line={line} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function BankState({ line, health }: { line: BankLine; health: BankHealthView | undefined }) {
  const t = useTranslations('operator.banks')
  if (!line.enabled) return <Badge>{t('disabled')}</Badge>
  const state = health?.state ?? 'up'
  return (
    <span className="flex gap-2">
      <Badge tone={state === 'up' ? 'success' : state === 'probing' ? 'warning' : 'danger'}>
        {t(`state.${state}`)}
      </Badge>
      {line.resting > 0 ? <Badge tone="warning">{t('resting', { count: line.resting })}</Badge> : null}
      {health?.fallback.allowed ? <Badge tone="warning">{t('fallbackOn')}</Badge> : null}
    </span>
  )
}

function BankNumbers({ line }: { line: BankLine }) {
  const t = useTranslations('operator.banks')
  const locale = useLocale()
  const facts = [
    [t('availability'), line.availability === null ? t('noCalls') : formatShare(line.availability, locale)],
    [t('p95'), line.p95Ms === null ? '–' : formatMs(line.p95Ms, locale)],
    [t('callsHour'), formatCount(line.calls, locale)],
    [t('connections'), formatCount(line.connections, locale)],
  ] as const
  return (
    <dl className="grid w-full grid-cols-4 gap-x-5 text-sm sm:w-108">
      {facts.map(([term, value]) => (
        <div key={term} className="flex flex-col">
          <dt className="text-[0.8125rem] text-soft">{term}</dt>
          <dd className="tabular font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Files with the statistics of the last quarters, newest first. */
function QuarterlyStatistics({ quarters }: { quarters: readonly string[] }) {
  const t = useTranslations('operator.statistics')
  return (
    <Card className="mt-6" titleId="statistics" title={t('title')} text={t('text')}>
      <ul className="mt-4 divide-y divide-line">
        {quarters.map(quarter => (
          <li key={quarter} className="flex items-baseline gap-x-5 py-2.5">
            <span className="tabular flex-1">{quarter}</span>
            {(['csv', 'json'] as const).map(format => (
              <a
                key={format}
                className="link"
                href={`/api/operator/statistics?quarter=${quarter}&format=${format}`}
                aria-label={t('download', { quarter, format: format.toUpperCase() })}
              >
                {format.toUpperCase()}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Pending work by queue. */
function Queues({ queue }: { queue: readonly QueueLine[] }) {
  const t = useTranslations('operator.work')
  const locale = useLocale()
  return (
    <Card flush titleId="queue-title" title={t('queueTitle')} text={t('queueText')}>
      <DataTable
        caption={t('queueTitle')}
        empty={t('queueEmpty')}
        rows={queue}
        keyOf={({ name }) => name}
        columns={[
          { key: 'queue', head: t('queue'), cell: ({ name }) => t(`queues.${name}`) },
          ...(['waiting', 'active', 'failed'] as const).map(key => ({
            key,
            head: t(key),
            end: true,
            cell: (line: QueueLine) => formatCount(line[key], locale),
          })),
          {
            key: 'oldest',
            head: t('oldest'),
            end: true,
            cell: ({ oldestSeconds: age }) => (age === null ? '–' : formatMs(age * 1_000, locale)),
          },
        ]}
      />
    </Card>
  )
}

/** The automatic calls used today. */
function Quotas({ quotas }: { quotas: readonly QuotaLine[] }) {
  const t = useTranslations('operator.work')
  const locale = useLocale()
  const count = (value: number) => formatCount(value, locale)
  return (
    <Card flush titleId="quota-title" title={t('quotaTitle')} text={t('quotaText')}>
      <DataTable
        caption={t('quotaTitle')}
        empty={t('quotaEmpty')}
        rows={quotas}
        keyOf={({ bankCode, resource }) => `${bankCode} ${resource}`}
        columns={[
          { key: 'bank', head: t('bank'), cell: ({ bankCode }) => bankCode },
          { key: 'resource', head: t('resource'), cell: ({ resource }) => t(`resources.${resource}`) },
          { key: 'logins', head: t('logins'), end: true, cell: ({ connections }) => count(connections) },
          { key: 'used', head: t('used'), end: true, cell: ({ used }) => count(used) },
          { key: 'exhausted', head: t('exhausted'), end: true, cell: ({ exhausted }) => count(exhausted) },
        ]}
      />
    </Card>
  )
}
