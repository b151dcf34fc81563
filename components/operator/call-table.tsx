import { useLocale, useTranslations } from 'next-intl'
import { formatTags, timeZone } from '#components/format/locale.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Card } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import type { CallLine } from '#lib/views/operator.ts'
import { DataTable } from './data-table.tsx'
import { formatMs } from './numbers.ts'

/** Calls to banks, newest first: operation, outcome, duration, and the ids on both sides. */
export function CallTable({ calls }: { calls: readonly CallLine[] }) {
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
