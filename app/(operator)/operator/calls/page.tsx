import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { formatTags, timeZone } from '#components/format/locale.ts'
import { DataTable } from '#components/operator/data-table.tsx'
import { FilterForm, OlderLink } from '#components/operator/filter-form.tsx'
import { formatMs } from '#components/operator/numbers.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listBankLines } from '#lib/services/operator/banks.ts'
import { listCalls } from '#lib/services/operator/calls-report.ts'
import { CallFilter, type CallLine } from '#lib/views/operator.ts'

export const generateMetadata = titleOf('operator.calls.title')

export default operatorPage(async ({ operator, search: given }) => {
  const [t, banks] = await Promise.all([getTranslations('operator.calls'), listBankLines(operator)])
  const filter = CallFilter.safeParse(given)
  const { calls, next } = filter.success ? await listCalls(operator, filter.data) : { calls: [], next: null }
  const statuses = ['2xx', '4xx', '5xx', 'none'] as const
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <FilterForm
        action="/operator/calls"
        fields={[
          { name: 'bank', label: t('bank'), value: given.bank, choices: banks.map(({ code, name }) => [code, name]) },
          { name: 'operation', label: t('operation'), value: given.operation },
          { name: 'status', label: t('status'), value: given.status, ...choicesOf(given.status, statuses, t) },
          { name: 'code', label: t('code'), value: given.code },
          {
            name: 'attended',
            label: t('presence'),
            value: given.attended,
            choices: [
              ['yes', t('attended')],
              ['no', t('unattended')],
            ],
          },
          { name: 'requestId', label: t('requestId'), value: given.requestId },
          { name: 'connection', label: t('connection'), value: given.connection },
        ]}
      />
      {filter.success ? null : (
        <Alert tone="warning" className="mb-6">
          {t('badFilter', { field: String(filter.error.issues[0]?.path[0] ?? '') })}
        </Alert>
      )}
      <CallTable calls={calls} />
      <OlderLink action="/operator/calls" filter={given} next={next} />
    </>
  )
})

type Status = '2xx' | '4xx' | '5xx' | 'none'

/** The classes to choose from, and the exact status in the address, if any. */
function choicesOf(given: string | undefined, statuses: readonly Status[], t: (key: `statuses.${Status}`) => string) {
  const classes = statuses.map(status => [status, t(`statuses.${status}`)] as const)
  const known = given === undefined || statuses.some(status => status === given)
  return { choices: known ? classes : [...classes, [given, given] as const] }
}

/** Calls to banks, newest first: operation, outcome, duration, and the ids on both sides. */
function CallTable({ calls }: { calls: readonly CallLine[] }) {
  const t = useTranslations('operator.calls')
  const locale = useLocale()
  const moment = new Intl.DateTimeFormat(formatTags[locale], { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return (
    <Card flush>
      <DataTable
        caption={t('title')}
        empty={t('empty')}
        columns={[
          { key: 'at', head: t('at') },
          { key: 'bank', head: t('bank') },
          { key: 'operation', head: t('operation') },
          { key: 'answer', head: t('answer') },
          { key: 'duration', head: t('duration'), end: true },
          { key: 'ids', head: t('ids'), wide: true },
        ]}
        rows={calls.map(call => ({
          key: call.id,
          cells: [
            <span key="t" className="block">
              <time dateTime={call.at} className="tabular">
                {moment.format(new Date(call.at))}
              </time>
              <span className="block text-soft">{call.attended ? t('attended') : t('unattended')}</span>
            </span>,
            call.bankCode,
            <span key="o" className="block">
              <span className="font-medium">{call.operation}</span>
              <span className="block max-w-72 truncate text-soft" title={call.path}>
                {call.method} {call.path}
              </span>
            </span>,
            <Answer key="a" call={call} />,
            formatMs(call.durationMs, locale),
            <Ids key="i" call={call} />,
          ],
        }))}
      />
    </Card>
  )
}

function Answer({ call: { status, code } }: { call: CallLine }) {
  const t = useTranslations('operator.calls')
  const tone = status === null || status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'success'
  return (
    <Badge tone={tone}>
      {status ?? t('noAnswer')}
      {code ? ` ${code}` : null}
    </Badge>
  )
}

function Ids({ call: { requestId, origin } }: { call: CallLine }) {
  const t = useTranslations('operator.calls')
  return (
    <span className="block font-mono text-xs text-soft">
      <span className="block">{requestId}</span>
      {origin ? (
        <Link className="link" href={`/operator/calls?requestId=${encodeURIComponent(origin)}`}>
          {t('sameRequest')}
        </Link>
      ) : null}
    </span>
  )
}
