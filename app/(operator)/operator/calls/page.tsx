import { getTranslations } from 'next-intl/server'
import { readSearch, requireOperator } from '#app/(operator)/operator/require-operator.ts'
import { titleOf } from '#app/title-of.ts'
import { CallTable } from '#components/operator/call-table.tsx'
import { FilterForm, OlderLink } from '#components/operator/filter-form.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listBankLines } from '#lib/services/operator/banks.ts'
import { listCalls } from '#lib/services/operator/calls-report.ts'
import { CallFilter } from '#lib/views/operator.ts'

type CallsPageProps = { searchParams: Promise<unknown> }

export const generateMetadata = titleOf('operator.calls.title')

export default async function CallsPage({ searchParams }: CallsPageProps) {
  const operator = await requireOperator()
  const [given, t, banks] = await Promise.all([
    readSearch(searchParams),
    getTranslations('operator.calls'),
    listBankLines(operator),
  ])
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
}

type Status = '2xx' | '4xx' | '5xx' | 'none'

/** The classes to choose from, and the exact status in the address, if any. */
function choicesOf(given: string | undefined, statuses: readonly Status[], t: (key: `statuses.${Status}`) => string) {
  const classes = statuses.map(status => [status, t(`statuses.${status}`)] as const)
  const known = given === undefined || statuses.some(status => status === given)
  return { choices: known ? classes : [...classes, [given, given] as const] }
}
