import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { DateText } from '#components/format/value.tsx'
import type { QuotaView } from '#lib/views/quota.ts'

/** When the next automatic update is, and how many of today's are used (document 1, Limits), as a drawing and in words. */
export function QuotaLine({ quota }: { quota: QuotaView }) {
  const t = useTranslations('quota')
  const { used, limit, pausedUntil } = quota
  return (
    <div>
      <div aria-hidden="true" className="mb-2 flex gap-1.5">
        {Array.from({ length: limit }, (_, index) => index).map(index => (
          <span key={index} className={clsx('h-1.5 w-8 rounded-full', index < used ? 'bg-brand' : 'bg-line')} />
        ))}
      </div>
      <NextReading quota={quota} />
      {pausedUntil === null ? null : (
        <p className="text-accent-ink">
          {t.rich('paused', { time: () => <DateText value={pausedUntil} style="moment" /> })}
        </p>
      )}
      <p className="text-soft">{t('used', { used, limit })}</p>
      <p className="text-soft">{t('uncounted')}</p>
    </div>
  )
}

function NextReading({ quota: { nextAt, nextIs } }: { quota: QuotaView }) {
  const t = useTranslations('quota.next')
  if (nextAt === null || nextIs === null) return null
  const style = nextIs === 'later' ? 'moment' : 'time'
  return <p>{t.rich(nextIs, { time: () => <DateText value={nextAt} style={style} className="tabular" /> })}</p>
}
