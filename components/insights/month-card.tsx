import { useLocale, useTranslations } from 'next-intl'
import { drawing } from '#components/charts/amount-axis.tsx'
import { ChartFrame } from '#components/charts/frame.tsx'
import { MonthBars } from '#components/charts/month-bars.tsx'
import { ChartTable } from '#components/charts/table.tsx'
import { formatAxis, formatMoney } from '#components/format/money-text.ts'
import { formatMonth } from '#components/format/month-text.ts'
import { Card } from '#components/ui/card.tsx'
import type { InsightView } from '#lib/views/insight.ts'

/** Income and spending of the last twelve months, or of as many as there are. */
export function MonthCard({ view, currency }: { view: InsightView; currency: string }) {
  const t = useTranslations('insights')
  const locale = useLocale()
  const money = (amount: string) => formatMoney({ amount, currency }, locale)
  const bars = view.months.map(({ month, in: moneyIn, out }) => ({
    month,
    name: formatMonth(month, locale, 'short'),
    moneyIn: Number(moneyIn),
    moneyOut: Number(out),
  }))
  const details = view.months.map(({ month, in: into, out, net }) =>
    t('months.detail', { month: formatMonth(month, locale), in: money(into), out: money(out), net: money(net) }),
  )
  return (
    <Card titleId="months-title" title={t('months.title')} text={t('months.lead', { count: view.leftOut })}>
      <ul className="mt-4 mb-2 flex gap-4 text-sm text-soft">
        <li className="flex items-center gap-2">
          <span aria-hidden="true" className="size-3 rounded-sm bg-positive" /> {t('in')}
        </li>
        <li className="flex items-center gap-2">
          <span aria-hidden="true" className="size-3 rounded-sm bg-accent" /> {t('out')}
        </li>
      </ul>
      <ChartFrame
        label={t('months.title')}
        details={details}
        from={drawing.left / drawing.width}
        to={1 - drawing.right / drawing.width}
      >
        <MonthBars months={bars} format={amount => formatAxis(amount, currency, locale)} />
      </ChartFrame>
      <ChartTable
        summary={t('asTable')}
        caption={t('months.title')}
        heads={[t('month'), t('in'), t('out'), t('net')]}
        rows={view.months.map(({ month, in: into, out, net }) => ({
          key: month,
          cells: [formatMonth(month, locale), money(into), money(out), money(net)],
        }))}
      />
    </Card>
  )
}
