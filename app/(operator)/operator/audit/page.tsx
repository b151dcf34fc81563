import { getTranslations } from 'next-intl/server'
import { readSearch, requireOperator } from '#app/(operator)/operator/require-operator.ts'
import { titleOf } from '#app/title-of.ts'
import { AuditCheck } from '#components/operator/audit-check.tsx'
import { AuditTable } from '#components/operator/audit-table.tsx'
import { FilterForm, OlderLink } from '#components/operator/filter-form.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listAudit, readAuditCheck } from '#lib/services/operator/audit-trail.ts'
import { AuditFilter } from '#lib/views/operator.ts'

type AuditPageProps = { searchParams: Promise<unknown> }

export const generateMetadata = titleOf('operator.audit.title')

export default async function AuditPage({ searchParams }: AuditPageProps) {
  const operator = await requireOperator()
  const [given, t, check] = await Promise.all([
    readSearch(searchParams),
    getTranslations('operator.audit'),
    readAuditCheck(operator),
  ])
  const filter = AuditFilter.safeParse(given)
  const { events, next } = filter.success ? await listAudit(operator, filter.data) : { events: [], next: null }
  const texts = ['action', 'stream', 'userId', 'requestId'] as const
  const days = ['from', 'to'] as const
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <AuditCheck check={check} />
      <FilterForm
        action="/operator/audit"
        fields={[
          ...texts.map(name => ({ name, label: t(`filter.${name}`), value: given[name] })),
          ...days.map(name => ({ name, label: t(`filter.${name}`), value: given[name], type: 'date' as const })),
        ]}
      />
      {filter.success ? null : (
        <Alert tone="warning" className="mb-6">
          {t('badFilter', { field: String(filter.error.issues[0]?.path[0] ?? '') })}
        </Alert>
      )}
      <AuditTable events={events} />
      <OlderLink action="/operator/audit" filter={given} next={next} />
    </>
  )
}
