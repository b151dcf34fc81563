import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import { RelativeTime } from '#components/format/date.tsx'
import { Money } from '#components/format/money.tsx'
import type { HomeView } from '#lib/views/banking.ts'
import { findLastRead, isReading } from './group-accounts.ts'

/** One sum per currency, never converted. */
export function Totals({ home }: { home: HomeView }) {
  const t = useTranslations('home')
  return (
    <div className="mt-6">
      <dl className="flex flex-wrap items-end gap-x-12 gap-y-4">
        {home.totals.map((total, index) => (
          <div key={total.currency}>
            <dt className="text-[0.9375rem] text-soft">{t('totalIn', { currency: total.currency })}</dt>
            <dd
              className={clsx(
                'leading-tight font-semibold tracking-[-0.035em]',
                index === 0 ? 'text-[2.625rem] sm:text-6xl' : 'text-3xl sm:text-4xl',
              )}
            >
              <Money value={total} display />
            </dd>
          </div>
        ))}
        {home.totals.length === 0 ? <div className="text-lg text-soft">{t('noTotal')}</div> : null}
      </dl>
      <p className="mt-4 flex flex-col gap-x-2 text-sm text-soft sm:flex-row">
        <Freshness home={home} />
        <span aria-hidden="true" className="hidden sm:inline">
          ·
        </span>
        <span>{t('totalNote')}</span>
      </p>
    </div>
  )
}

function Freshness({ home }: { home: HomeView }) {
  const t = useTranslations('home')
  const last = findLastRead(home.accounts)
  const words = home.accounts.some(isReading) ? t('syncing') : last === null ? t('neverUpdated') : null
  return <span role="status">{words ?? t.rich('updated', { when: () => <RelativeTime value={last ?? ''} /> })}</span>
}
