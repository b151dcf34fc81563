import { addDays } from '@guichet/values/calendar/day.ts'
import { useLocale, useTranslations } from 'next-intl'
import { ChartTable } from '#components/charts/amount-axis.tsx'
import { BalanceLine } from '#components/charts/balance-line.tsx'
import { ChartFrame } from '#components/charts/frame.tsx'
import { formatAxis, formatDate, formatMoney, formatMonth } from '#components/format/text.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { SelectField } from '#components/ui/field.tsx'
import type { InsightView } from '#lib/views/insight.ts'

type Series = InsightView['balances'][number]

type BalanceCardProps = { view: InsightView; currency: string; account: string | undefined }

/** Balances over time: of all accounts together, or of the account that is asked for. */
export function BalanceCard({ view, currency, account }: BalanceCardProps) {
  const t = useTranslations('insights.balances')
  const shown = view.balances.find(({ accountId }) => accountId !== null && accountId === account) ?? view.balances[0]
  return (
    <Card titleId="balances-title" title={t('title')} text={t('lead')}>
      {view.balances.length > 1 ? (
        <form method="get" action="/insights#balances-title" className="mt-4 flex items-end gap-3">
          <input type="hidden" name="currency" value={currency} />
          <input type="hidden" name="month" value={view.month} />
          <SelectField
            id="balances-account"
            name="account"
            label={t('which')}
            defaultValue={shown?.accountId ?? ''}
            className="min-w-0 flex-1"
            choices={view.balances.map(({ accountId, name }) => [
              accountId ?? '',
              accountId === null ? t('total') : name,
            ])}
          />
          <Button type="submit" variant="secondary">
            {t('show')}
          </Button>
        </form>
      ) : null}
      {shown ? (
        <BalanceChart series={shown} currency={currency} today={view.today} />
      ) : (
        <p className="mt-3 text-soft">{t('none')}</p>
      )}
    </Card>
  )
}

type BalanceChartProps = { series: Series; currency: string; today: string }

function BalanceChart({ series, currency, today }: BalanceChartProps) {
  const t = useTranslations('insights')
  const locale = useLocale()
  const { points } = series
  const days = everyDay(points, today)
  const name = series.accountId === null ? t('balances.total') : series.name
  const money = (amount: string) => formatMoney({ amount, currency }, locale)
  const ticks = days.flatMap(({ day }, at) =>
    day.endsWith('-01') && at > 3 && at < days.length - 3
      ? [{ at, name: formatMonth(day.slice(0, 7), locale, 'short') }]
      : [],
  )
  return (
    <div className="mt-3">
      <p className="mb-2 text-sm font-medium">
        <bdi>{name}</bdi>
      </p>
      <ChartFrame
        label={`${t('balances.title')} · ${name}`}
        details={days.map(({ day, point }) =>
          point
            ? `${formatDate(day, locale)} : ${money(point.amount)} · ${t(`balances.sources.${point.source}`)}`
            : `${formatDate(day, locale)} : ${t('unknown')}`,
        )}
      >
        <BalanceLine
          isFilled
          past={days.map(({ day, point }) => ({
            day,
            amount: point ? Number(point.amount) : null,
            fromBank: point?.source === 'bank',
          }))}
          format={amount => formatAxis(amount, currency, locale)}
          ticks={ticks}
        />
      </ChartFrame>
      <ChartTable
        summary={t('asTable')}
        caption={`${t('balances.title')} · ${name}`}
        heads={[t('day'), t('balances.balance'), t('balances.source')]}
        rows={points.toReversed().map(({ day, amount, source }) => ({
          key: day,
          cells: [formatDate(day, locale), money(amount), t(`balances.sources.${source}`)],
        }))}
      />
    </div>
  )
}

/** From the first known day until today; days in a hole have no point. */
function everyDay(points: Series['points'], today: string) {
  const byDay = new Map(points.map(point => [point.day, point]))
  const days: { day: string; point: Series['points'][number] | undefined }[] = []
  const last = [today, points.at(-1)?.day ?? today].sort().at(-1) ?? today
  for (let day = points[0]?.day ?? today; day <= last; day = addDays(day, 1)) days.push({ day, point: byDay.get(day) })
  return days
}
