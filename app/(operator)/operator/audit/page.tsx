import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { AuditCheck } from '#components/operator/audit-check.tsx'
import { DataCard, FilteredList, SecondText } from '#components/operator/data-table.tsx'
import { Badge } from '#components/ui/card.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { listAudit, readAuditCheck } from '#lib/services/operator/audit-trail.ts'
import { type AuditEventView, AuditFilter } from '#lib/views/operator.ts'

export const generateMetadata = titleOf('operator.audit.title')

export default operatorPage(async ({ operator, search: given }) => {
  const [t, check] = await Promise.all([getTranslations('operator.audit'), readAuditCheck(operator)])
  const filter = AuditFilter.safeParse(given)
  const { events, next } = filter.success ? await listAudit(operator, filter.data) : { events: [], next: null }
  const texts = ['action', 'stream', 'userId', 'requestId'] as const
  const days = ['from', 'to'] as const
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <AuditCheck check={check} />
      <FilteredList
        action="/operator/audit"
        given={given}
        fields={[
          ...texts.map(name => ({ name, label: t(`filter.${name}`) })),
          ...days.map(name => ({ name, label: t(`filter.${name}`), type: 'date' as const })),
        ]}
        fault={filter.error}
        next={next}
      >
        <AuditTable events={events} />
      </FilteredList>
    </>
  )
})

/** Events of the audit trail, newest first. */
function AuditTable({ events }: { events: readonly AuditEventView[] }) {
  const t = useTranslations('operator.audit')
  return (
    <DataCard
      caption={t('title')}
      empty={t('empty')}
      rows={events}
      keyOf={({ id }) => id}
      columns={[
        { key: 'at', head: t('at'), cell: ({ at }) => <SecondText value={at} /> },
        { key: 'action', head: t('action'), cell: ({ action }) => <span className="font-medium">{action}</span> },
        { key: 'stream', head: t('stream'), wide: true, cell: event => <StreamText event={event} /> },
        {
          key: 'detail',
          head: t('detail'),
          wide: true,
          cell: ({ erased, detail }) =>
            erased ? <Badge>{t('erased')}</Badge> : <code className="text-xs">{detail}</code>,
        },
        { key: 'from', head: t('from'), cell: ({ ip }) => ip ?? '–' },
        { key: 'ids', head: t('ids'), wide: true, cell: event => <Ids event={event} /> },
      ]}
    />
  )
}

function StreamText({ event: { stream, seq, hash } }: { event: AuditEventView }) {
  const t = useTranslations('operator.audit')
  return (
    <span className="block font-mono text-xs">
      {stream}
      <span className="block text-soft">
        {t('place', { seq })} · {hash.slice(0, 12)}
      </span>
    </span>
  )
}

function Ids({ event: { requestId, bankRequestId } }: { event: AuditEventView }) {
  return (
    <span className="block font-mono text-xs text-soft">
      <span className="block">{requestId ?? '–'}</span>
      {bankRequestId ? <span className="block">{bankRequestId}</span> : null}
    </span>
  )
}
