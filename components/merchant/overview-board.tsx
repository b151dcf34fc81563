import { scaleBand, scaleLinear } from 'd3-scale'
import { useLocale, useTranslations } from 'next-intl'
import { AmountAxis, ChartTable, drawing } from '#components/charts/amount-axis.tsx'
import { ChartFrame } from '#components/charts/frame.tsx'
import { formatTags } from '#components/format/locale.ts'
import { formatAxis, formatDate, formatMoney } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { Card } from '#components/ui/card.tsx'
import type { MerchantTotalsView } from '#lib/views/merchant.ts'

type Totals = { totals: MerchantTotalsView }
const euro = (amount: string) => ({ amount, currency: 'EUR' })

/** Payments of today and of thirty days; executed and accepted ones are separate. */
export function TotalsCards({ totals }: Totals) {
  const t = useTranslations('merchant.overview')
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {(['today', 'month'] as const).map(period => (
        <Card key={period} title={t(period)}>
          <p className="mt-3 text-[2rem] leading-tight font-semibold">
            <Money value={euro(totals[period].executed.amount)} />
          </p>
          <p className="text-sm text-soft">
            {t('executed')} · {t('payments', { count: totals[period].executed.count })}
          </p>
          <dl className="mt-4 grid gap-1.5 border-t border-line pt-3 text-sm">
            {(['confirmed', 'created'] as const).map(name => (
              <div key={name} className="flex justify-between gap-3">
                <dt className="text-soft">{t(name)}</dt>
                <dd className="tabular text-right">
                  <Money value={euro(totals[period][name].amount)} />{' '}
                  <span className="text-soft">({totals[period][name].count})</span>
                </dd>
              </div>
            ))}
            <div className="flex justify-between gap-3">
              <dt className="text-soft">{t('rejected')}</dt>
              <dd className="tabular">{totals[period].rejectedAttempts}</dd>
            </div>
          </dl>
        </Card>
      ))}
    </div>
  )
}

/** Executed payments by day, as a chart with its numbers. */
export function DaysCard({ totals }: Totals) {
  const t = useTranslations('merchant.overview')
  const locale = useLocale()
  const { days } = totals
  const sentence = ({ day, amount, count }: (typeof days)[number]) =>
    t('detail', { day: formatDate(day, locale, 'day'), amount: formatMoney(euro(amount), locale), count })
  const dayName = new Intl.DateTimeFormat(formatTags[locale], { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const bars = days.map(({ day, amount }) => ({ day, name: dayName.format(new Date(day)), amount: Number(amount) }))
  return (
    <Card title={t('daysTitle')} text={t('daysText')}>
      <div className="mt-4">
        <ChartFrame label={t('daysTitle')} details={days.map(sentence)}>
          <DayBars days={bars} format={amount => formatAxis(amount, 'EUR', locale)} />
        </ChartFrame>
      </div>
      <ChartTable
        summary={t('table')}
        caption={t('daysTitle')}
        heads={[t('day'), t('count'), t('amount')]}
        rows={days.toReversed().map(({ day, count, amount }) => ({
          key: day,
          cells: [formatDate(day, locale, 'long'), count, formatMoney(euro(amount), locale)],
        }))}
      />
    </Card>
  )
}

/** A share as its language writes it: `50 %`, `50%`. */
function useShare(): (percent: number | null) => string {
  const format = new Intl.NumberFormat(formatTags[useLocale()], { style: 'percent' })
  return percent => (percent === null ? '—' : format.format(percent / 100))
}

/** The payment funnel. */
export function StepsCard({ totals }: Totals) {
  const t = useTranslations('merchant')
  const share = useShare()
  const rows = totals.steps.map(({ step, count, shareOfAll, shareOfPrevious }) => ({
    key: step,
    label: t(`steps.${step}`),
    count,
    share: `${count} · ${share(shareOfAll)}`,
    cells: [t(`steps.${step}`), count, share(shareOfAll), share(shareOfPrevious)],
  }))
  const o = useTranslations('merchant.overview')
  return (
    <Card title={o('stepsTitle')} text={o('stepsText')}>
      <div className="mt-4">
        <FunnelBars rows={rows} />
      </div>
      <ChartTable
        summary={o('table')}
        caption={o('stepsTitle')}
        heads={[o('step'), o('count'), o('share'), o('sharePrevious')]}
        rows={rows}
      />
    </Card>
  )
}

/** Attempts, authorised and executed payments by bank. */
export function BanksCard({ totals }: Totals) {
  const t = useTranslations('merchant')
  const o = useTranslations('merchant.overview')
  const share = useShare()
  const shown = ['created', 'authorised', 'executed'] as const
  const countOf = (steps: MerchantTotalsView['steps'], step: string) => steps.find(one => one.step === step)
  const bars = totals.banks.map(({ bankCode, bankName, attempts, steps }) => {
    const executed = countOf(steps, 'executed')
    return {
      key: bankCode,
      label: bankName,
      count: attempts,
      share: `${executed?.count ?? 0}/${attempts} · ${share(executed?.shareOfAll ?? null)}`,
    }
  })
  if (bars.length === 0) return null
  return (
    <Card title={o('banksTitle')} text={o('banksText')}>
      <div className="mt-4">
        <FunnelBars rows={bars} />
      </div>
      <ChartTable
        summary={o('table')}
        caption={o('banksTitle')}
        heads={[o('bank'), ...shown.map(step => t(`steps.${step}`)), o('share')]}
        rows={totals.banks.map(({ bankCode, bankName, steps }) => ({
          key: bankCode,
          cells: [
            bankName,
            ...shown.map(step => countOf(steps, step)?.count ?? 0),
            share(countOf(steps, 'executed')?.shareOfAll ?? null),
          ],
        }))}
      />
    </Card>
  )
}

type FunnelBarsProps = {
  rows: readonly { readonly key: string; readonly label: string; readonly count: number; readonly share: string }[]
}

/**
 * One horizontal bar per step, proportional to its count; text keeps its size on every screen. The table next to it has the
 * same numbers.
 */
function FunnelBars({ rows }: FunnelBarsProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <div aria-hidden="true" className="grid gap-2.5">
      {rows.map(({ key, label, count, share }) => (
        <div
          key={key}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 text-sm sm:grid-cols-[10rem_minmax(0,1fr)_6.5rem]"
        >
          <span className="min-w-0 truncate">{label}</span>
          <span className="tabular text-right whitespace-nowrap text-soft sm:order-last">{share}</span>
          <svg
            viewBox="0 0 100 1"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="col-span-2 block h-4 w-full rounded-sm sm:col-span-1"
          >
            <rect width="100" height="1" className="fill-sunken" />
            <rect width={(count * 100) / most} height="1" className="fill-brand" />
          </svg>
        </div>
      ))}
    </div>
  )
}

type DayBar = { readonly day: string; readonly name: string; readonly amount: number }

/** Executed payments by day. Rendered on the server; floating-point numbers are for drawing only. */
function DayBars({ days, format }: { days: readonly DayBar[]; format: (amount: number) => string }) {
  const { width, height, left, right, top, bottom } = drawing
  const x = scaleBand<string>()
    .domain(days.map(({ day }) => day))
    .range([left, width - right])
    .padding(0.25)
  const y = scaleLinear()
    .domain([0, Math.max(1, ...days.map(({ amount }) => amount))])
    .range([height - bottom, top])
    .nice()
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="block w-full overflow-visible">
      <AmountAxis scale={y} format={format} />
      {days.map(({ day, name, amount }, at) => (
        <g key={day}>
          <rect
            x={x(day)}
            width={x.bandwidth()}
            y={y(amount)}
            height={y(0) - y(amount)}
            rx="2"
            className="fill-positive"
          />
          {at % 7 === days.length % 7 ? (
            <text
              x={(x(day) ?? 0) + x.bandwidth() / 2}
              y={height - 8}
              textAnchor="middle"
              className="fill-soft text-[11px] max-sm:text-[20px]"
            >
              {name}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  )
}
