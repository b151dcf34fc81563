import { notFound } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { nullIf } from '#app/open-page.ts'
import { titleOf } from '#app/title-of.ts'
import { formatTags, timeZone } from '#components/format/locale.ts'
import { BankCertificate } from '#components/operator/bank-certificate.tsx'
import { BankForm, FallbackSwitch, LogoForm } from '#components/operator/bank-form.tsx'
import { BarChart, LineChart } from '#components/operator/chart.tsx'
import { DataTable, formatCount, formatMs, formatShare } from '#components/operator/data-table.tsx'
import { BankLogo } from '#components/ui/bank-logo.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Card, Section } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readHealthOf } from '#lib/services/banks/health.ts'
import { readBankCertificate, readBankEntry } from '#lib/services/operator/banks.ts'
import { reportBank } from '#lib/services/operator/calls-report.ts'
import { type BankReport, type ReportPart, ReportWindow, reportWindows } from '#lib/views/operator.ts'

export const generateMetadata = titleOf('operator.banks.title')

export default operatorPage(async ({ operator, part, search: { window: asked } }) => {
  const code = part('code')
  const t = await getTranslations('operator')
  const window = ReportWindow.safeParse(asked).data ?? '1h'
  const entry = await readBankEntry(operator, code).catch(nullIf('bank_unknown'))
  if (!entry) notFound()
  const [report, health, certificate, forms] = await Promise.all([
    reportBank(operator, code, window),
    readHealthOf(code),
    readBankCertificate(operator, code),
    getTranslations('operatorForms.bank'),
  ])
  return (
    <>
      <PageHeader
        title={entry.name}
        lead={`${code} · ${new URL(entry.baseUrl).host}`}
        picture={<BankLogo bank={entry} size="large" />}
        steps={[{ href: '/operator/banks', label: t('banks.title') }]}
      />
      <div className="grid grid-cols-1 gap-10">
        <BankReportView report={report} />
        <BankCertificate certificate={certificate} />
        {health ? <FallbackSwitch health={health} /> : null}
        <Section titleId="entry-title" title={forms('title')} level={2} look="mb-3 text-xl font-semibold">
          <p className="mb-4 text-soft">{forms('lead')}</p>
          <div className="grid grid-cols-1 gap-6">
            <LogoForm bank={entry} />
            <BankForm entry={entry} isNew={false} />
          </div>
        </Section>
      </div>
    </>
  )
})

/** A bank's availability, latency and errors over a window, as charts and tables. */
function BankReportView({ report }: { report: BankReport }) {
  const t = useTranslations('operator.report')
  return (
    <section aria-labelledby="report-title" className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="report-title" className="text-xl font-semibold">
          {t('title')}
        </h2>
        <WindowLinks report={report} />
      </div>
      <Totals report={report} />
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
        <Traffic report={report} />
        <Latency report={report} />
      </div>
      <Operations report={report} />
      <Errors report={report} />
    </section>
  )
}

function WindowLinks({ report }: { report: BankReport }) {
  const t = useTranslations('operator.report')
  return (
    <nav aria-label={t('window')} className="flex gap-1.5">
      {reportWindows.map(window => (
        <Link
          key={window}
          href={`/operator/banks/${report.code}?window=${window}`}
          aria-current={window === report.window ? 'true' : undefined}
          className={buttonClass({ variant: window === report.window ? 'primary' : 'secondary', size: 'small' })}
        >
          {t(`windows.${window}`)}
        </Link>
      ))}
    </nav>
  )
}

function Totals({ report }: { report: BankReport }) {
  const t = useTranslations('operator.report')
  const locale = useLocale()
  const facts = [
    [t('availability'), report.availability === null ? '–' : formatShare(report.availability, locale)],
    [t('calls'), formatCount(report.calls, locale)],
    [t('failed'), formatCount(report.failed, locale)],
    [t('refused'), formatCount(report.refused, locale)],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {facts.map(([term, value]) => (
        <div key={term} className="rounded-2xl border border-line bg-surface px-5 py-4">
          <dt className="text-sm text-soft">{term}</dt>
          <dd className="tabular mt-1 text-2xl font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function useTimes(report: BankReport): { all: (at: string) => string; ticks: string[] } {
  const locale = useLocale()
  const style =
    report.window === '7d'
      ? ({ day: '2-digit', month: '2-digit' } as const)
      : ({ hour: '2-digit', minute: '2-digit' } as const)
  const short = new Intl.DateTimeFormat(formatTags[locale], { ...style, timeZone })
  const long = new Intl.DateTimeFormat(formatTags[locale], { dateStyle: 'short', timeStyle: 'short', timeZone })
  const { parts } = report
  const shown = [0, 0.25, 0.5, 0.75, 1].map(
    share => parts[Math.min(parts.length - 1, Math.floor(share * parts.length))]?.at ?? '',
  )
  const ticks = [...new Set(shown.filter(at => at !== '').map(at => short.format(new Date(at))))]
  return { all: at => long.format(new Date(at)), ticks }
}

function Traffic({ report }: { report: BankReport }) {
  const t = useTranslations('operator.report')
  const locale = useLocale()
  const { all, ticks } = useTimes(report)
  const count = (value: number) => formatCount(value, locale)
  return (
    <Card titleId="traffic-title" title={t('traffic')} level={3}>
      <div className="mt-4">
        <BarChart
          label={t('trafficChart', { calls: count(report.calls), failed: count(report.failed) })}
          parts={report.parts.map(({ at, calls, failed }) => ({ key: at, good: calls - failed, bad: failed }))}
          formatValue={count}
          ticks={ticks}
        />
        <Legend
          items={[
            [t('answered'), 'text-brand'],
            [t('failed'), 'text-danger'],
          ]}
        />
      </div>
      <PartsTable report={report} all={all} columns={['calls', 'failed']} />
    </Card>
  )
}

function Latency({ report }: { report: BankReport }) {
  const t = useTranslations('operator.report')
  const locale = useLocale()
  const { all, ticks } = useTimes(report)
  const series = [
    { name: 'p50', className: 'text-brand', values: report.parts.map(({ p50Ms }) => p50Ms) },
    { name: 'p95', className: 'text-accent-ink', dash: '6 3', values: report.parts.map(({ p95Ms }) => p95Ms) },
    { name: 'p99', className: 'text-danger', dash: '2 3', values: report.parts.map(({ p99Ms }) => p99Ms) },
  ]
  return (
    <Card titleId="latency-title" title={t('latency')} level={3}>
      <div className="mt-4">
        <LineChart
          label={t('latencyChart')}
          series={series}
          formatValue={value => formatMs(value, locale)}
          ticks={ticks}
        />
        <Legend items={series.map(({ name, className }) => [name, className] as const)} />
      </div>
      <PartsTable report={report} all={all} columns={['p50Ms', 'p95Ms', 'p99Ms']} />
    </Card>
  )
}

function Legend({ items }: { items: readonly (readonly [string, string])[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm" aria-hidden="true">
      {items.map(([name, className]) => (
        <li key={name} className="flex items-center gap-2">
          <svg viewBox="0 0 12 12" className={`size-3 ${className}`} aria-hidden="true">
            <rect width="12" height="12" rx="3" fill="currentColor" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

const partColumns = ['calls', 'failed', 'p50Ms', 'p95Ms', 'p99Ms'] as const
type PartColumn = (typeof partColumns)[number]

/** Columns of numbers. */
function usePartColumns(columns: readonly PartColumn[]) {
  const t = useTranslations('operator.report')
  const locale = useLocale()
  return columns.map(key => ({
    key,
    head: t(key),
    end: true,
    cell: ({ [key]: value }: Pick<ReportPart, PartColumn>) => {
      if (value === null) return '–'
      return key.endsWith('Ms') ? formatMs(value, locale) : formatCount(value, locale)
    },
  }))
}

type PartsTableProps = { report: BankReport; all: (at: string) => string; columns: readonly PartColumn[] }

/** The numbers of a chart; parts without a call are left out. */
function PartsTable({ report, all, columns }: PartsTableProps) {
  const t = useTranslations('operator.report')
  const numbers = usePartColumns(columns)
  return (
    <Disclosure title={t('asTable')} className="mt-3" small>
      <div className="-mx-5 sm:-mx-6">
        <DataTable
          caption={t('asTable')}
          empty={t('empty')}
          rows={report.parts.filter(({ calls }) => calls > 0)}
          keyOf={({ at }) => at}
          columns={[{ key: 'at', head: t('at'), cell: ({ at }) => all(at) }, ...numbers]}
        />
      </div>
    </Disclosure>
  )
}

function Operations({ report: { code, operations } }: { report: BankReport }) {
  const t = useTranslations('operator.report')
  const numbers = usePartColumns(partColumns)
  const link = ({ operation }: { operation: string }) => (
    <Link className="link" href={`/operator/calls?bank=${code}&operation=${operation}`}>
      {operation}
    </Link>
  )
  return (
    <Card flush titleId="operations-title" title={t('operations')} level={3}>
      <DataTable
        caption={t('operations')}
        empty={t('empty')}
        rows={operations}
        keyOf={({ operation }) => operation}
        columns={[{ key: 'operation', head: t('operation'), cell: link }, ...numbers]}
      />
    </Card>
  )
}

function Errors({ report }: { report: BankReport }) {
  const t = useTranslations('operator.report')
  const locale = useLocale()
  const address = ({ status, code }: BankReport['errors'][number]) =>
    `/operator/calls?bank=${report.code}&status=${status ?? 'none'}${code ? `&code=${encodeURIComponent(code)}` : ''}`
  return (
    <Card flush titleId="errors-title" title={t('errors')} level={3}>
      <DataTable
        caption={t('errors')}
        empty={t('noErrors')}
        rows={report.errors}
        keyOf={({ status, code }) => `${status} ${code}`}
        columns={[
          {
            key: 'status',
            head: t('status'),
            cell: error => (
              <Link className="link" href={address(error)}>
                {error.status ?? t('noAnswer')}
              </Link>
            ),
          },
          { key: 'code', head: t('code'), cell: ({ code }) => code ?? '–' },
          { key: 'calls', head: t('calls'), end: true, cell: ({ calls }) => formatCount(calls, locale) },
          {
            key: 'share',
            head: t('share'),
            end: true,
            cell: ({ calls }) => formatShare(calls / Math.max(1, report.calls), locale),
          },
        ]}
      />
    </Card>
  )
}
