import { addMonths } from '@guichet/values/calendar/day.ts'
import { useLocale, useTranslations } from 'next-intl'
import { ChartTable } from '#components/charts/amount-axis.tsx'
import { ChartFrame } from '#components/charts/frame.tsx'
import { MonthBars } from '#components/charts/month-bars.tsx'
import { formatAxis, formatMoney, formatMonth } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { Card } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import type { InsightView } from '#lib/views/insight.ts'

/** Income and spending of the last twelve months, or of as many as there are. */
export function MonthCard({ view, currency }: { view: InsightView; currency: string }) {
  const t = useTranslations('insights')
  const locale = useLocale()
  const money = (amount: string) => formatMoney({ amount, currency }, locale)
  const bars = view.months.map(({ month, in: moneyIn, out, coverage }) => ({
    month,
    name: formatMonth(month, locale, 'short'),
    moneyIn: Number(moneyIn),
    moneyOut: Number(out),
    coverage,
  }))
  const details = view.months.map(({ month, in: into, out, net, coverage }) => {
    const named = { month: formatMonth(month, locale) }
    if (coverage === 'none') return t('months.unknown', named)
    const words = t('months.detail', { ...named, in: money(into), out: money(out), net: money(net) })
    return coverage === 'part' ? `${words} · ${t('months.part')}` : words
  })
  return (
    <Card titleId="months-title" title={t('months.title')} text={t('months.lead', { count: view.leftOut })}>
      <ul className="mt-4 mb-2 flex flex-wrap gap-x-4 text-sm text-soft">
        <li className="flex items-center gap-2">
          <span aria-hidden="true" className="size-3 rounded-sm bg-positive" /> {t('in')}
        </li>
        <li className="flex items-center gap-2">
          <span aria-hidden="true" className="size-3 rounded-sm bg-accent" /> {t('out')}
        </li>
        {(['part', 'none'] as const).map(kind =>
          view.months.some(({ coverage }) => coverage === kind) ? (
            <li key={kind}>{t(`months.legend.${kind}`)}</li>
          ) : null,
        )}
      </ul>
      <ChartFrame label={t('months.title')} details={details}>
        <MonthBars months={bars} format={amount => formatAxis(amount, currency, locale)} />
      </ChartFrame>
      <ChartTable
        summary={t('asTable')}
        caption={t('months.title')}
        heads={[t('month'), t('in'), t('out'), t('net'), t('months.saved')]}
        rows={view.months.map(({ month, in: into, out, net, saved, coverage }) => ({
          key: month,
          cells: [
            coverage === 'part' ? `${formatMonth(month, locale)} · ${t('months.part')}` : formatMonth(month, locale),
            ...[into, out, net].map(amount => (coverage === 'none' ? t('unknown') : money(amount))),
            coverage === 'none'
              ? t('unknown')
              : saved.startsWith('-')
                ? `${t('months.taken')} · ${money(saved.slice(1))}`
                : money(saved),
          ],
        }))}
      />
      <Year view={view} currency={currency} />
    </Card>
  )
}

/** All these months together, each figure with its list, and the way to the twelve before and after. */
function Year({ view, currency }: { view: InsightView; currency: string }) {
  const t = useTranslations('insights')
  const locale = useLocale()
  const { year, firstMonth, today } = view
  const { from, to } = year
  const list = (part: Readonly<Record<string, string>>) =>
    `/transactions?${new URLSearchParams({ from, to, ...part, counted: currency })}`
  const parts = [
    { name: t('in'), amount: year.in, href: list({ direction: 'in' }), signed: true },
    { name: t('out'), amount: year.out, href: list({ direction: 'out' }), signed: true },
    {
      name: t(year.saved.startsWith('-') ? 'months.taken' : 'months.saved'),
      amount: year.saved.replace('-', ''),
      href: list({ category: 'savings' }),
      signed: false,
    },
  ]
  const turn = (months: number) =>
    `/insights?${new URLSearchParams({ currency, month: addMonths(to, months, 1).slice(0, 7) })}#months-title`
  return (
    <>
      <h3 className="mt-4 text-sm font-semibold text-soft">
        {t('months.all', { from: formatMonth(from.slice(0, 7), locale), to: formatMonth(to.slice(0, 7), locale) })}
      </h3>
      <dl className="grid grid-cols-1 sm:grid-cols-3">
        {parts.map(({ name, amount, href, signed }) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-2 sm:block">
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="font-semibold">
              <Link href={href} className="inline-flex min-h-11 items-center hover:underline sm:min-h-9">
                <Money value={{ amount, currency }} signed={signed} />
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      <p className="flex flex-wrap gap-x-4">
        {firstMonth < from.slice(0, 7) ? (
          <Link href={turn(-12)} className="inline-flex min-h-11 items-center font-medium text-brand-ink">
            ← {t('months.earlier')}
          </Link>
        ) : null}
        {to.slice(0, 7) < today.slice(0, 7) ? (
          <Link href={turn(12)} className="inline-flex min-h-11 items-center font-medium text-brand-ink">
            {t('months.later')} →
          </Link>
        ) : null}
      </p>
    </>
  )
}
