import { addDays } from '@guichet/values/calendar/day.ts'
import { useLocale, useTranslations } from 'next-intl'
import { ChartTable } from '#components/charts/amount-axis.tsx'
import { BalanceLine } from '#components/charts/balance-line.tsx'
import { ChartFrame } from '#components/charts/frame.tsx'
import { formatTags } from '#components/format/locale.ts'
import { formatAbout, formatAxis, formatDate, formatMoney } from '#components/format/text.ts'
import { Card } from '#components/ui/card.tsx'
import type { InsightView } from '#lib/views/insight.ts'

/** Minimum number of past days; the whole month so far is always shown. */
const pastDays = 10

type Forecast = NonNullable<InsightView['forecast']>

/** The forecast for the end of the month, its likely range, and the data behind it. */
export function ForecastCard({ view, currency }: { view: InsightView; currency: string }) {
  const t = useTranslations('insights.forecast')
  return (
    <Card titleId="forecast-title" title={t('title')}>
      {view.forecast ? (
        <ForecastShown view={view} forecast={view.forecast} currency={currency} />
      ) : (
        <p className="mt-3 text-soft">{t('none')}</p>
      )}
    </Card>
  )
}

function ForecastShown({ view, forecast, currency }: { view: InsightView; forecast: Forecast; currency: string }) {
  const t = useTranslations('insights')
  const locale = useLocale()
  const about = (amount: string) => formatAbout({ amount, currency }, locale)
  const { points, until, known, days: daysBehind } = forecast
  const last = points.at(-1)
  const from = [`${view.today.slice(0, 7)}-01`, addDays(view.today, -pastDays)].sort()[0] ?? view.today
  const past = (view.balances[0]?.points ?? []).filter(({ day }) => day >= from)
  const shortDay = new Intl.DateTimeFormat(formatTags[locale], { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const days = [...past, ...points].map(({ day }) => day)
  const ticks = days.flatMap((day, at) =>
    at % 7 === 3 && at < days.length - 2 ? [{ at, name: shortDay.format(new Date(day)) }] : [],
  )
  const values = (point: Forecast['points'][number]) => ({
    day: formatDate(point.day, locale),
    amount: about(point.amount),
    low: about(point.low),
    high: about(point.high),
  })
  return (
    <>
      {last ? (
        <p className="mt-2">
          {t.rich('forecast.sentence', {
            ...values(last),
            strong: words => <strong className="font-semibold">{words}</strong>,
          })}
        </p>
      ) : null}
      {forecast.below.map(({ accountId, name, day, amount }) => (
        <p key={accountId} className="mt-1 font-medium text-danger">
          {t('forecast.below', { account: name, day: formatDate(day, locale), amount: about(amount) })}
        </p>
      ))}
      <p className="mt-1 mb-4 text-sm text-soft">{t('forecast.rests', { known, days: daysBehind })}</p>
      <ChartFrame
        label={t('forecast.title')}
        details={[
          ...past.map(({ day, amount }) =>
            t('forecast.past', { day: formatDate(day, locale), amount: formatMoney({ amount, currency }, locale) }),
          ),
          ...points.map(point => t('forecast.detail', values(point))),
        ]}
      >
        <BalanceLine
          past={past.map(({ day, amount }) => ({ day, amount: Number(amount) }))}
          future={points.map(({ day, amount, low, high }) => ({
            day,
            amount: Number(amount),
            low: Number(low),
            high: Number(high),
          }))}
          format={amount => formatAxis(amount, currency, locale)}
          ticks={ticks}
        />
      </ChartFrame>
      <ChartTable
        summary={t('asTable')}
        caption={t('forecast.caption', { until: formatDate(until, locale) })}
        heads={[t('day'), t('forecast.expected'), t('forecast.low'), t('forecast.high')]}
        rows={points.map(point => {
          const { day, amount, low, high } = values(point)
          return { key: point.day, cells: [day, amount, low, high] }
        })}
      />
    </>
  )
}
