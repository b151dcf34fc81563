import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import type { ConnectionView } from '#lib/domain/views.ts'

/** How many of today's automatic readings are used (document 1, Limits), drawn and in words. */
export function QuotaLine({ quota }: { quota: ConnectionView['quota'] }) {
  const t = useTranslations('connections.detail')
  return (
    <div>
      <div aria-hidden="true" className="mb-2 flex gap-1.5">
        {Array.from({ length: quota.limit }, (_, index) => index).map(index => (
          <span key={index} className={clsx('h-1.5 w-8 rounded-full', index < quota.used ? 'bg-brand' : 'bg-line')} />
        ))}
      </div>
      <p>{t('quota', { used: quota.used, limit: quota.limit })}</p>
      <p className="text-soft">{t('quotaUnlimited')}</p>
    </div>
  )
}
