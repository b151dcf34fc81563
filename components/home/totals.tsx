import { clsx } from 'clsx'
import { useLocale, useTranslations } from 'next-intl'
import { type Spark, SparkLine } from '#components/charts/spark-line.tsx'
import { RelativeTime } from '#components/format/date.tsx'
import { Money } from '#components/format/money.tsx'
import { nameCurrency } from '#components/format/money-text.ts'
import type { HomeView } from '#lib/views/banking.ts'
import { findOldestRead, isReading } from './group-accounts.ts'

/** One sum per currency, never converted. */
export function Totals({ home, trends }: { home: HomeView; trends: readonly Spark[] }) {
  const t = useTranslations('home')
  const locale = useLocale()
  return (
    <div className="mt-3 sm:mt-6">
      <dl className="flex flex-wrap items-end gap-x-12 gap-y-4">
        {home.totals.map((total, index) => (
          <div key={total.currency}>
            <dt className="text-[0.9375rem] text-soft">
              {t('totalIn', { currency: nameCurrency(total.currency, locale) })}
            </dt>
            <dd
              className={clsx(
                'leading-tight font-semibold tracking-[-0.035em]',
                index === 0 ? 'text-[2.625rem] sm:text-6xl' : 'text-3xl sm:text-4xl',
              )}
            >
              <Money value={total} display />
            </dd>
            <Trend spark={trends.find(({ currency, now }) => currency === total.currency && now === total.amount)} />
          </div>
        ))}
        {home.totals.length === 0 ? <div className="text-lg text-soft">{t('noTotal')}</div> : null}
      </dl>
      <p className="mt-4 flex flex-col gap-x-2 text-sm text-soft sm:flex-row">
        <Freshness home={home} />
        {home.accounts.some(({ kind }) => kind === 'card') ? (
          <>
            <span aria-hidden="true" className="hidden sm:inline">
              ·
            </span>
            <span>{t('totalNote')}</span>
          </>
        ) : null}
      </p>
    </div>
  )
}

/** The trend of a total over thirty days; empty if it is unknown, or outdated by a later refresh. */
function Trend({ spark }: { spark: Spark | undefined }) {
  const t = useTranslations('home')
  if (!spark) return null
  return (
    <dd className="mt-1 flex items-center gap-3 text-sm">
      <SparkLine path={spark.path} className="h-7 w-24" />
      <span>
        {t.rich('change', {
          amount: () => (
            <Money value={{ amount: spark.change, currency: spark.currency }} signed className="font-semibold" />
          ),
        })}
      </span>
    </dd>
  )
}

function Freshness({ home }: { home: HomeView }) {
  const t = useTranslations('home')
  const oldest = findOldestRead(home.accounts)
  const words = home.accounts.some(isReading) ? t('syncing') : oldest === null ? t('neverUpdated') : null
  return <span role="status">{words ?? t.rich('updated', { when: () => <RelativeTime value={oldest ?? ''} /> })}</span>
}
