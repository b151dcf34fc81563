import { useLocale, useTranslations } from 'next-intl'
import { Card, CardHeader } from '#components/ui/card.tsx'
import type { QueueLine, QuotaLine } from '#lib/views/operator.ts'
import { DataTable } from './data-table.tsx'
import { formatCount, formatMs } from './numbers.ts'

/** Pending work by queue, and the automatic calls used today. */
export function WorkTables({ queue, quotas }: { queue: readonly QueueLine[]; quotas: readonly QuotaLine[] }) {
  const t = useTranslations('operator.work')
  const locale = useLocale()
  const count = (value: number) => formatCount(value, locale)
  const head = (
    key: 'queue' | 'waiting' | 'active' | 'failed' | 'oldest' | 'bank' | 'resource' | 'logins' | 'used' | 'exhausted',
    end = true,
  ) => ({
    key,
    head: t(key),
    end,
  })
  return (
    <div className="mt-8 grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,11fr)_minmax(0,10fr)]">
      <Card flush aria-labelledby="queue-title">
        <div className="p-5 pb-2 sm:px-6">
          <CardHeader id="queue-title" title={t('queueTitle')} description={t('queueText')} />
        </div>
        <DataTable
          caption={t('queueTitle')}
          empty={t('queueEmpty')}
          columns={[head('queue', false), head('waiting'), head('active'), head('failed'), head('oldest')]}
          rows={queue.map(({ name, waiting, active, failed, oldestSeconds }) => ({
            key: name,
            cells: [
              t(`queues.${name}`),
              count(waiting),
              count(active),
              count(failed),
              oldestSeconds === null ? '–' : formatMs(oldestSeconds * 1_000, locale),
            ],
          }))}
        />
      </Card>
      <Card flush aria-labelledby="quota-title">
        <div className="p-5 pb-2 sm:px-6">
          <CardHeader id="quota-title" title={t('quotaTitle')} description={t('quotaText')} />
        </div>
        <DataTable
          caption={t('quotaTitle')}
          empty={t('quotaEmpty')}
          columns={[head('bank', false), head('resource', false), head('logins'), head('used'), head('exhausted')]}
          rows={quotas.map(({ bankCode, resource, connections, used, exhausted }) => ({
            key: `${bankCode} ${resource}`,
            cells: [bankCode, t(`resources.${resource}`), count(connections), count(used), count(exhausted)],
          }))}
        />
      </Card>
    </div>
  )
}
