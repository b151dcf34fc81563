import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { DataCard, FilteredList, formatMs, SecondText } from '#components/operator/data-table.tsx'
import { Badge } from '#components/ui/card.tsx'
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
      <FilteredList
        action="/operator/calls"
        given={given}
        fields={[
          { name: 'bank', label: t('bank'), choices: banks.map(({ code, name }) => [code, name]) },
          { name: 'operation', label: t('operation') },
          { name: 'status', label: t('status'), choices: choicesOf(given.status, statuses, t) },
          { name: 'code', label: t('code') },
          {
            name: 'attended',
            label: t('presence'),
            choices: [
              ['yes', t('attended')],
              ['no', t('unattended')],
            ],
          },
          { name: 'requestId', label: t('requestId') },
          { name: 'connection', label: t('connection') },
        ]}
        fault={filter.error}
        next={next}
      >
        <CallTable calls={calls} />
      </FilteredList>
    </>
  )
})

type Status = '2xx' | '4xx' | '5xx' | 'none'

/** The classes to choose from, and the exact status in the address, if any. */
function choicesOf(given: string | undefined, statuses: readonly Status[], t: (key: `statuses.${Status}`) => string) {
  const classes = statuses.map(status => [status, t(`statuses.${status}`)] as const)
  const known = given === undefined || statuses.some(status => status === given)
  return known ? classes : [...classes, [given, given] as const]
}

/** Calls to banks, newest first: operation, outcome, duration, and the ids on both sides. */
function CallTable({ calls }: { calls: readonly CallLine[] }) {
  const t = useTranslations('operator.calls')
  const locale = useLocale()
  return (
    <DataCard
      caption={t('title')}
      empty={t('empty')}
      rows={calls}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'at',
          head: t('at'),
          cell: ({ at, attended }) => (
            <span className="block">
              <SecondText value={at} />
              <span className="block text-soft">{attended ? t('attended') : t('unattended')}</span>
            </span>
          ),
        },
        { key: 'bank', head: t('bank'), cell: ({ bankCode }) => bankCode },
        { key: 'operation', head: t('operation'), cell: call => <Operation call={call} /> },
        { key: 'answer', head: t('answer'), cell: call => <Answer call={call} /> },
        { key: 'duration', head: t('duration'), end: true, cell: call => formatMs(call.durationMs, locale) },
        { key: 'ids', head: t('ids'), wide: true, cell: call => <Ids call={call} /> },
      ]}
    />
  )
}

function Operation({ call: { operation, method, path } }: { call: CallLine }) {
  return (
    <span className="block">
      <span className="font-medium">{operation}</span>
      <span className="block max-w-72 truncate text-soft" title={path}>
        {method} {path}
      </span>
    </span>
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
