import { useLocale, useTranslations } from 'next-intl'
import { drawing } from '#components/charts/amount-axis.tsx'
import { BalanceLine } from '#components/charts/balance-line.tsx'
import { ChartFrame } from '#components/charts/frame.tsx'
import { ChartTable } from '#components/charts/table.tsx'
import { formatDate } from '#components/format/date-text.ts'
import { formatAxis, formatMoney } from '#components/format/money-text.ts'
import { formatMonth } from '#components/format/month-text.ts'
import { Card, CardHeader } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import type { InsightView } from '#lib/views/insight.ts'

type Series = InsightView['balances'][number]

/** Balances over time: all accounts together, then each account in a collapsed section. */
export function BalanceCard({ view, currency }: { view: InsightView; currency: string }) {
  const t = useTranslations('insights.balances')
  const [first, ...others] = view.balances
  return (
    <Card aria-labelledby="balances-title">
      <CardHeader id="balances-title" title={t('title')} description={t('lead')} />
      {first ? <BalanceChart series={first} currency={currency} /> : <p className="mt-3 text-soft">{t('none')}</p>}
      {others.map(series => (
        <Disclosure key={series.accountId} title={<bdi>{series.name}</bdi>} className="mt-3 border-t border-line pt-1">
          <BalanceChart series={series} currency={currency} />
        </Disclosure>
      ))}
    </Card>
  )
}

function BalanceChart({ series, currency }: { series: Series; currency: string }) {
  const t = useTranslations('insights')
  const locale = useLocale()
  const { points } = series
  const name = series.accountId === null ? t('balances.total') : series.name
  const money = (amount: string) => formatMoney({ amount, currency }, locale)
  const ticks = points.flatMap(({ day }, at) =>
    day.endsWith('-01') && at > 3 && at < points.length - 3
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
        details={points.map(
          ({ day, amount, source }) =>
            `${formatDate(day, locale)} : ${money(amount)} · ${t(`balances.sources.${source}`)}`,
        )}
        from={drawing.left / drawing.width}
        to={1 - drawing.right / drawing.width}
      >
        <BalanceLine
          dots={points.map(({ day, amount, source }) => ({ day, amount: Number(amount), fromBank: source === 'bank' }))}
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
