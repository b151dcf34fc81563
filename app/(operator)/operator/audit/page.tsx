import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { operatorPage } from '#app/(operator)/operator/operator-page.ts'
import { titleOf } from '#app/title-of.ts'
import { formatTags, timeZone } from '#components/format/locale.ts'
import { AuditCheck } from '#components/operator/audit-check.tsx'
import { DataTable } from '#components/operator/data-table.tsx'
import { FilterForm, OlderLink } from '#components/operator/filter-form.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
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
})

/** Events of the audit trail, newest first. */
function AuditTable({ events }: { events: readonly AuditEventView[] }) {
  const t = useTranslations('operator.audit')
  const locale = useLocale()
  const moment = new Intl.DateTimeFormat(formatTags[locale], { dateStyle: 'short', timeStyle: 'medium', timeZone })
  return (
    <Card flush>
      <DataTable
        caption={t('title')}
        empty={t('empty')}
        columns={[
          { key: 'at', head: t('at') },
          { key: 'action', head: t('action') },
          { key: 'stream', head: t('stream'), wide: true },
          { key: 'detail', head: t('detail'), wide: true },
          { key: 'from', head: t('from') },
          { key: 'ids', head: t('ids'), wide: true },
        ]}
        rows={events.map(event => ({
          key: event.id,
          cells: [
            <time key="t" dateTime={event.at} className="tabular">
              {moment.format(new Date(event.at))}
            </time>,
            <span key="a" className="font-medium">
              {event.action}
            </span>,
            <span key="s" className="block font-mono text-xs">
              {event.stream}
              <span className="block text-soft">
                {t('place', { seq: event.seq })} · {event.hash.slice(0, 12)}
              </span>
            </span>,
            event.erased ? (
              <Badge key="d">{t('erased')}</Badge>
            ) : (
              <code key="d" className="text-xs">
                {event.detail}
              </code>
            ),
            event.ip ?? '–',
            <span key="i" className="block font-mono text-xs text-soft">
              <span className="block">{event.requestId ?? '–'}</span>
              {event.bankRequestId ? <span className="block">{event.bankRequestId}</span> : null}
            </span>,
          ],
        }))}
      />
    </Card>
  )
}
