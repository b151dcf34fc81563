import { useLocale, useTranslations } from 'next-intl'
import { formatTags, timeZone } from '#components/format/locale.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import type { AuditEventView } from '#lib/views/operator.ts'
import { DataTable } from './data-table.tsx'

/** Events of the audit trail, newest first. */
export function AuditTable({ events }: { events: readonly AuditEventView[] }) {
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
