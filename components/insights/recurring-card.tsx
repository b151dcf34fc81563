import { useLocale, useTranslations } from 'next-intl'
import { formatDate } from '#components/format/date-text.ts'
import { Money } from '#components/format/money.tsx'
import { CategoryMark } from '#components/transactions/category-icon.tsx'
import { Card } from '#components/ui/card.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import type { CategoryView } from '#lib/views/category.ts'
import type { InsightView } from '#lib/views/insight.ts'

type Recurring = InsightView['recurring'][number]

const maxShown = 16
const shownOfMany = 12

type RecurringCardProps = {
  view: InsightView
  currency: string
  /** The person's own categories. */
  own: readonly CategoryView[]
}

/** Recurring payments, soonest first. Of many, only the next ones are shown at once. */
export function RecurringCard({ view, currency, own }: RecurringCardProps) {
  const t = useTranslations('insights.recurring')
  const { length } = view.recurring
  const shown = length > maxShown ? shownOfMany : length
  return (
    <Card className="lg:col-span-2" titleId="recurring-title" title={t('title')} text={t('lead')}>
      {length === 0 ? <p className="mt-3 text-soft">{t('none')}</p> : null}
      <Rows rows={view.recurring.slice(0, shown)} currency={currency} own={own} />
      {length > shown ? (
        <Disclosure title={t('more', { count: length - shown })} className="mt-2">
          <Rows rows={view.recurring.slice(shown)} currency={currency} own={own} />
        </Disclosure>
      ) : null}
    </Card>
  )
}

type RowsProps = Omit<RecurringCardProps, 'view'> & { rows: readonly Recurring[] }

function Rows({ rows, currency, own }: RowsProps) {
  const t = useTranslations('insights.recurring')
  const locale = useLocale()
  return (
    <ul className="mt-3 grid grid-cols-1 gap-x-8 sm:grid-cols-2">
      {rows.map(one => (
        <li
          key={`${one.accountId} ${one.counterparty} ${one.amount}`}
          className="flex items-center gap-3 border-b border-line py-2.5"
        >
          <CategoryMark category={one.category} own={own} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium">
              <bdi>{one.label}</bdi>
            </span>
            <span className="block text-sm text-soft">
              {t(`rhythms.${one.rhythm}`)} ·{' '}
              {one.nextDay
                ? t('next', { day: formatDate(one.nextDay, locale, 'near') })
                : t('stopped', { day: formatDate(one.lastDay, locale) })}
            </span>
          </span>
          <span className="shrink-0 text-right">
            <Money value={{ amount: one.amount, currency }} signed className="block font-semibold" />
            {one.steady ? null : <span className="text-sm text-soft">{t('varies')}</span>}
          </span>
        </li>
      ))}
    </ul>
  )
}
