import { isBankDay } from '@guichet/values/calendar/bank-day.ts'
import { addMonths } from '@guichet/values/calendar/day.ts'
import { useLocale, useTranslations } from 'next-intl'
import { formatDate, formatMoney, formatMonth } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { CategoryMark } from '#components/transactions/category-icon.tsx'
import { useCategoryNameAmong } from '#components/transactions/use-categories.ts'
import { Card } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Link } from '#components/ui/link.tsx'
import { spanOf } from '#lib/domain/accounts/period.ts'
import type { CategoryView } from '#lib/views/category.ts'
import type { InsightView } from '#lib/views/insight.ts'

type CategoryCardProps = {
  view: InsightView
  currency: string
  /** The person's own categories. */
  own: readonly CategoryView[]
}

/**
 * A month by category, compared with the previous month. Bars are relative to the longest one. The numbers are next to them,
 * so no separate table is needed.
 */
export function CategoryCard({ view, currency, own }: CategoryCardProps) {
  const t = useTranslations('insights')
  const locale = useLocale()
  return (
    <Card titleId="categories-title" title={t('categories.title')}>
      <MonthTurn view={view} href={month => `/insights?${new URLSearchParams({ currency, month })}#categories-title`} />
      {hasData(view) ? (
        <>
          <Against view={view} currency={currency} />
          <Bars view={view} currency={currency} own={own} direction="out" />
          <Bars view={view} currency={currency} own={own} direction="in" />
        </>
      ) : (
        <p className="text-soft">{t('categories.unknown')}</p>
      )}
      <a
        href={`/api/exports?${new URLSearchParams({ ...spanOf('thisMonth', view.month), counted: currency, format: locale === 'fr' ? 'csv-fr' : 'csv' })}`}
        download
        className="mt-2 inline-flex min-h-11 items-center font-medium text-brand-ink"
      >
        {t('categories.file')}
      </a>
    </Card>
  )
}

type Known = Pick<InsightView, 'month'> & {
  months: readonly Pick<InsightView['months'][number], 'month' | 'coverage'>[]
}

/** Of the month. */
export function hasData({ month, months }: Known): boolean {
  return !months.some(one => one.month === month && one.coverage === 'none')
}

type MonthTurnProps = {
  view: { month: string; today: string; firstMonth: string }
  href: (month: string) => string
}

/** The month, between the ways to the one before and after. */
export function MonthTurn({ view, href }: MonthTurnProps) {
  const t = useTranslations('insights')
  const locale = useLocale()
  const { month, today } = view
  const other = (months: number) => addMonths(`${month}-01`, months, 1).slice(0, 7)
  return (
    <nav aria-label={t('categories.months')} className="mt-2 mb-4 flex items-center justify-between gap-2">
      {month > view.firstMonth ? (
        <Link
          href={href(other(-1))}
          scroll={false}
          className="inline-flex min-h-11 items-center px-2 font-medium text-brand-ink"
        >
          ← <span className="sr-only">{t('categories.earlier')}</span>
        </Link>
      ) : (
        <span className="w-8" />
      )}
      <p aria-live="polite" className="font-semibold first-letter:uppercase">
        {formatMonth(month, locale)}
      </p>
      {month < today.slice(0, 7) ? (
        <Link
          href={href(other(1))}
          scroll={false}
          className="inline-flex min-h-11 items-center px-2 font-medium text-brand-ink"
        >
          <span className="sr-only">{t('categories.later')}</span> →
        </Link>
      ) : (
        <span className="w-8" />
      )}
    </nav>
  )
}

/** Income and spending, and their change from the previous month. */
function Against({ view, currency }: Omit<CategoryCardProps, 'own'>) {
  const t = useTranslations('insights')
  const locale = useLocale()
  const moreWord = useMoreWord(currency)
  const { before, totals, savings, month } = view
  return (
    <>
      <dl className="grid grid-cols-1 gap-3 rounded-xl bg-sunken p-3 sm:grid-cols-3">
        {(['in', 'out', 'net'] as const).map(part => (
          <div key={part} className="flex flex-wrap items-baseline justify-between gap-x-2 sm:block">
            <dt className="text-sm text-soft">{t(part)}</dt>
            <dd className="font-semibold">
              <Money value={{ amount: totals[part], currency }} signed />
            </dd>
            {before && part !== 'net' ? (
              <dd className="w-full text-sm text-soft">{moreWord(before.more[part])}</dd>
            ) : null}
          </div>
        ))}
      </dl>
      <Comparison view={view} />
      {savings.count > 0 ? (
        <Link
          href={`/transactions?${new URLSearchParams({ category: 'savings', ...spanOf('thisMonth', month), counted: currency })}`}
          className="mt-1 inline-flex min-h-11 items-center text-sm font-medium text-brand-ink"
        >
          {t(savings.amount.startsWith('-') ? 'categories.saved' : 'categories.fromSavings', {
            amount: formatMoney({ amount: savings.amount.replace('-', ''), currency }, locale),
          })}
        </Link>
      ) : null}
    </>
  )
}

/** With what the month is compared, or why with nothing. */
function Comparison({ view: { before, uncompared, month } }: { view: InsightView }) {
  const t = useTranslations('insights.categories')
  const locale = useLocale()
  const words = () => {
    if (!before) return t(`uncompared.${uncompared ?? 'first'}`)
    const { until, payday } = before
    const named = { month: formatMonth(before.month, locale), day: until ? formatDate(until, locale, 'long') : '' }
    if (!payday) return t(until ? 'running' : 'whole', named)
    const usual = addMonths(`${month}-01`, 0, Number(payday.day.slice(8)))
    const compared = t(payday.due ? 'beforePayday' : 'withPayday', { ...named, label: payday.label })
    return isBankDay(usual) ? compared : `${compared} ${t('noBankDay', { day: formatDate(usual, locale, 'full') })}`
  }
  return <p className="mt-2 text-sm text-soft">{words()}</p>
}

/** The change in words, because a sign alone would be read as money in or out. */
function useMoreWord(currency: string): (more: string) => string {
  const t = useTranslations('insights.categories')
  const locale = useLocale()
  return more => {
    if (!/[1-9]/.test(more)) return t('same')
    const amount = formatMoney({ amount: more.replace('-', ''), currency }, locale)
    return t(more.startsWith('-') ? 'less' : 'more', { amount })
  }
}

type BarsProps = CategoryCardProps & { direction: 'in' | 'out' }

const maxShown = 10
const shownOfMany = 7

function Bars(props: BarsProps) {
  const { view, direction } = props
  const t = useTranslations('insights')
  const rows = view.categories.filter(row => row.direction === direction)
  const shown = rows.length > maxShown ? shownOfMany : rows.length
  return (
    <>
      <h3 className="mt-4 mb-2 text-sm font-semibold text-soft">{t(direction)}</h3>
      {rows.length === 0 ? <p className="text-soft">{t('categories.none')}</p> : null}
      <BarRows {...props} rows={rows.slice(0, shown)} longest={sizeOf(rows[0])} />
      {rows.length > shown ? (
        <Disclosure small title={t('recurring.more', { count: rows.length - shown })}>
          <BarRows {...props} rows={rows.slice(shown)} longest={sizeOf(rows[0])} />
        </Disclosure>
      ) : null}
    </>
  )
}

type Row = InsightView['categories'][number]

const sizeOf = (row: Row | undefined) => Math.max(1, Math.abs(Number(row?.amount ?? 0)))

type BarRowsProps = BarsProps & { rows: readonly Row[]; longest: number }

function BarRows({ view, currency, own, direction, rows, longest }: BarRowsProps) {
  const t = useTranslations('insights')
  const nameOf = useCategoryNameAmong(own)
  const moreWord = useMoreWord(currency)
  return (
    <ul className="grid grid-cols-1 gap-1">
      {rows.map(({ category, amount, count, more }) => (
        <li key={category}>
          <Link
            href={`/insights/${category}?${new URLSearchParams({ month: view.month, currency, direction })}`}
            className="flex items-center gap-3 rounded-xl p-1.5 hover:bg-sunken"
          >
            <CategoryMark category={category} own={own} />
            <span className="min-w-0 flex-1">
              <span className="flex justify-between gap-3">
                <span className="truncate font-medium">{nameOf(category)}</span>
                <Money value={{ amount, currency }} signed className="shrink-0 font-semibold" />
              </span>
              <svg
                viewBox="0 0 100 3"
                preserveAspectRatio="none"
                aria-hidden="true"
                className="mt-1 block h-1.5 w-full"
              >
                <rect width="100" height="3" className="fill-sunken" />
                <rect
                  width={(Math.abs(Number(amount)) / longest) * 100}
                  height="3"
                  className={direction === 'in' ? 'fill-positive' : 'fill-accent'}
                />
              </svg>
              <span className="text-sm text-soft">
                {t('categories.count', { count })}
                {view.before ? ` · ${moreWord(more)}` : null}
                {category === 'to_file' ? (
                  <>
                    {' · '}
                    <span className="font-medium text-brand-ink">{t('categories.toFile')}</span>
                  </>
                ) : null}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
