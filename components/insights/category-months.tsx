import { useLocale, useTranslations } from 'next-intl'
import { ChartTable } from '#components/charts/amount-axis.tsx'
import { ChartFrame } from '#components/charts/frame.tsx'
import { MonthBars } from '#components/charts/month-bars.tsx'
import { formatAxis, formatMoney, formatMonth } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { useCategoryNameAmong } from '#components/transactions/use-categories.ts'
import { Card } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Link } from '#components/ui/link.tsx'
import { spanOf } from '#lib/domain/accounts/period.ts'
import type { CategoryView } from '#lib/views/category.ts'
import type { CategoryMonths } from '#lib/views/insight.ts'
import { hasData, MonthTurn } from './category-card.tsx'

type CategoryMonthsProps = {
  view: CategoryMonths
  category: string
  direction: 'in' | 'out'
  /** The person's own categories. */
  own: readonly CategoryView[]
}

export function CategoryTitle({ category, own }: { category: string; own: readonly CategoryView[] }) {
  return useCategoryNameAmong(own)(category)
}

/** A category in one month, with whom, and over twelve months. */
export function CategoryMonthsCards(props: CategoryMonthsProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <MerchantsCard {...props} />
      <OverTimeCard {...props} />
    </div>
  )
}

const shownMerchants = 12

function MerchantsCard({ view, category, direction, own }: CategoryMonthsProps) {
  const t = useTranslations('insights')
  const { currency, month, amount, count, merchants } = view
  const list = { category, ...spanOf('thisMonth', month), direction, counted: currency }
  return (
    <Card titleId="merchants-title" title={t('merchants.title')}>
      <MonthTurn
        view={view}
        href={to => `/insights/${category}?${new URLSearchParams({ month: to, currency, direction })}`}
      />
      {hasData(view) ? (
        <Link
          href={`/transactions?${new URLSearchParams(list)}`}
          className="flex items-center justify-between gap-3 rounded-xl bg-sunken p-3 font-semibold hover:underline"
        >
          <span>
            {t(direction)} · {t('categories.count', { count })}
          </span>
          <Money value={{ amount, currency }} signed />
        </Link>
      ) : (
        <p className="text-soft">{t('categories.unknown')}</p>
      )}
      <Subs view={view} direction={direction} own={own} />
      <Merchants rows={merchants.slice(0, shownMerchants)} list={list} currency={currency} />
      {merchants.length > shownMerchants ? (
        <Disclosure small title={t('recurring.more', { count: merchants.length - shownMerchants })}>
          <Merchants rows={merchants.slice(shownMerchants)} list={list} currency={currency} />
        </Disclosure>
      ) : null}
    </Card>
  )
}

/** What it is made of, each on a page of its own. */
function Subs({ view, direction, own }: Omit<CategoryMonthsProps, 'category'>) {
  const t = useTranslations('insights')
  const nameOf = useCategoryNameAmong(own)
  const { currency, month, subs } = view
  if (subs.length === 0) return null
  return (
    <>
      <h3 id="subs-title" className="mt-4 text-sm font-semibold text-soft">
        {t('merchants.subs')}
      </h3>
      <ul aria-labelledby="subs-title" className="mt-1 grid grid-cols-1 gap-y-1.5">
        {subs.map(({ category, amount, count }) => (
          <li key={category}>
            <Link
              href={`/insights/${category}?${new URLSearchParams({ month, currency, direction })}`}
              className="flex min-h-11 items-center justify-between gap-3 rounded-xl px-1.5 hover:bg-sunken"
            >
              <span className="min-w-0">
                <span className="block font-medium">{nameOf(category)}</span>
                <span className="block text-sm text-soft">{t('categories.count', { count })}</span>
              </span>
              <Money value={{ amount, currency }} signed className="shrink-0 font-semibold" />
            </Link>
          </li>
        ))}
      </ul>
      <h3 className="mt-4 text-sm font-semibold text-soft">{t('merchants.whole')}</h3>
    </>
  )
}

type MerchantsProps = { rows: CategoryMonths['merchants']; list: Readonly<Record<string, string>>; currency: string }

function Merchants({ rows, list, currency }: MerchantsProps) {
  const t = useTranslations('insights')
  return (
    <ul className="mt-2 grid grid-cols-1">
      {rows.map(({ counterparty, name, amount, count }) => {
        const words = (
          <>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">
                <bdi>{name || t('merchants.unnamed')}</bdi>
              </span>
              <span className="text-sm text-soft">{t('categories.count', { count })}</span>
            </span>
            <Money value={{ amount, currency }} signed className="shrink-0 font-semibold" />
          </>
        )
        return (
          <li key={counterparty} className="border-b border-line last:border-0">
            {counterparty === '' ? (
              <div className="flex min-h-14 items-center gap-3 px-1.5">{words}</div>
            ) : (
              <Link
                href={`/transactions?${new URLSearchParams({ ...list, counterparty })}`}
                className="flex min-h-14 items-center gap-3 rounded-xl px-1.5 hover:bg-sunken"
              >
                {words}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function OverTimeCard({ view, direction }: CategoryMonthsProps) {
  const t = useTranslations('insights')
  const locale = useLocale()
  const { currency, months } = view
  const say = ({ amount, coverage }: CategoryMonths['months'][number]) => {
    if (coverage === 'none') return t('unknown')
    const words = formatMoney({ amount, currency }, locale)
    return coverage === 'part' ? `${words} · ${t('months.part')}` : words
  }
  return (
    <Card titleId="over-time-title" title={t('merchants.overTime')}>
      <ChartFrame
        label={t('merchants.overTime')}
        details={months.map(one => `${formatMonth(one.month, locale)} · ${say(one)}`)}
      >
        <MonthBars
          months={months.map(({ month, amount, coverage }) => ({
            month,
            name: formatMonth(month, locale, 'short'),
            moneyIn: direction === 'in' ? Number(amount) : 0,
            moneyOut: direction === 'out' ? Number(amount) : 0,
            coverage,
          }))}
          format={amount => formatAxis(amount, currency, locale)}
        />
      </ChartFrame>
      <ChartTable
        summary={t('asTable')}
        caption={t('merchants.overTime')}
        heads={[t('month'), t(direction)]}
        rows={months.map(one => ({ key: one.month, cells: [formatMonth(one.month, locale), say(one)] }))}
      />
    </Card>
  )
}
