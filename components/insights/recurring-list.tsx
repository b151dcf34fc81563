import { useLocale, useTranslations } from 'next-intl'
import { formatDate, formatMoney } from '#components/format/text.ts'
import { Money } from '#components/format/value.tsx'
import { CategoryMark } from '#components/transactions/category-icon.tsx'
import { PostButton } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Disclosure, RowDisclosure } from '#components/ui/disclosure.tsx'
import { Link } from '#components/ui/link.tsx'
import type { CategoryView } from '#lib/views/category.ts'
import type { InsightView } from '#lib/views/insight.ts'

type Recurring = InsightView['recurring'][number]

const shown = 6

type RecurringCardProps = {
  view: InsightView
  currency: string
  /** The person's own categories. */
  own: readonly CategoryView[]
}

/** What recurs next, and what it costs; all of it is on its own page. */
export function RecurringCard({ view, currency, own }: RecurringCardProps) {
  const t = useTranslations('insights.recurring')
  const { length } = view.recurring
  return (
    <Card className="lg:col-span-2" titleId="recurring-title" title={t('title')} text={t('lead')}>
      {length === 0 ? <p className="mt-3 text-soft">{t('none')}</p> : <Cost view={view} currency={currency} />}
      <ul className="mt-3 grid grid-cols-1 gap-x-8 sm:grid-cols-2">
        {view.recurring.slice(0, shown).map(one => (
          <li key={rowKey(one)} className="border-b border-line py-2.5">
            <RecurringRow one={one} currency={currency} own={own} />
          </li>
        ))}
      </ul>
      <Link
        href={`/insights/recurring?${new URLSearchParams({ currency })}`}
        className="mt-2 inline-flex min-h-11 items-center font-medium text-brand-ink"
      >
        {t('all', { count: length })}
      </Link>
    </Card>
  )
}

/** Of all that goes out regularly, without savings. */
function Cost({ view, currency }: { view: Pick<InsightView, 'recurring' | 'regularly'>; currency: string }) {
  const t = useTranslations('insights.recurring')
  const locale = useLocale()
  const { monthly, yearly } = view.regularly
  const money = (amount: string) => formatMoney({ amount: amount.replace('-', ''), currency }, locale)
  const saves = view.recurring.some(one => one.category === 'savings' && one.amount.startsWith('-')) ? 'yes' : 'no'
  return <p className="mt-2 font-medium">{t('cost', { monthly: money(monthly), yearly: money(yearly), saves })}</p>
}

const rowKey = (one: Recurring) => `${one.accountId} ${one.counterparty} ${one.amount} ${one.lastDay}`

function RecurringRow({ one, currency, own }: Omit<RecurringCardProps, 'view'> & { one: Recurring }) {
  const t = useTranslations('insights.recurring')
  const locale = useLocale()
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <CategoryMark category={one.category} own={own} />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-medium wrap-anywhere">
          <bdi>{one.label}</bdi>
        </span>
        <span className="block text-sm text-soft">
          {t(`rhythms.${one.rhythm}`)} ·{' '}
          {one.nextDay
            ? t('next', { day: formatDate(one.nextDay, locale, 'near') })
            : t('stopped', { day: formatDate(one.lastDay, locale) })}
        </span>
        {one.rise ? (
          <span className="block text-sm font-medium text-danger">
            {t('rise', {
              from: formatMoney({ amount: one.rise.from.replace('-', ''), currency }, locale),
              to: formatMoney({ amount: one.rise.to.replace('-', ''), currency }, locale),
              day: formatDate(one.rise.day, locale),
            })}
          </span>
        ) : null}
      </span>
      <span className="shrink-0 text-right">
        <Money value={{ amount: one.amount, currency }} signed className="block font-semibold" />
        {one.steady ? null : <span className="text-sm text-soft">{t('varies')}</span>}
      </span>
    </span>
  )
}

type RecurringListProps = {
  view: Pick<InsightView, 'recurring' | 'regularly' | 'dismissed'>
  currency: string
  /** The person's own categories. */
  own: readonly CategoryView[]
}

const maxShown = 16
const shownOfMany = 12
const chooseAction = '/insights/recurring/choose'

/** Recurring payments, soonest first; a person confirms or dismisses each. Of many, only the next ones are shown at once. */
export function RecurringList({ view, currency, own }: RecurringListProps) {
  const t = useTranslations('insights.recurring')
  const { length } = view.recurring
  const shown = length > maxShown ? shownOfMany : length
  return (
    <Card titleId="recurring-title" title={t('list')} text={t('addHint')}>
      {length === 0 ? <p className="mt-3 text-soft">{t('none')}</p> : <Cost view={view} currency={currency} />}
      <Rows rows={view.recurring.slice(0, shown)} currency={currency} own={own} />
      {length > shown ? (
        <Disclosure title={t('more', { count: length - shown })} className="mt-2">
          <Rows rows={view.recurring.slice(shown)} currency={currency} own={own} />
        </Disclosure>
      ) : null}
      {view.dismissed.length > 0 ? (
        <Disclosure title={t('dismissed', { count: view.dismissed.length })} className="mt-2">
          <ul>
            {view.dismissed.map(({ counterparty, direction }) => (
              <li
                key={`${counterparty} ${direction}`}
                className="flex min-h-14 items-center justify-between gap-3 border-b border-line"
              >
                <bdi className="min-w-0 truncate">{counterparty}</bdi>
                <PostButton
                  action={chooseAction}
                  sends={{ counterparty, direction, choice: 'forget' }}
                  variant="secondary"
                  size="small"
                >
                  {t('undo')}
                </PostButton>
              </li>
            ))}
          </ul>
        </Disclosure>
      ) : null}
    </Card>
  )
}

/** Its payments, of both directions if saved. */
function listOf({ counterparty, accountId, category, amount }: Recurring): string {
  const direction = amount.startsWith('-') ? 'out' : 'in'
  const which = { counterparty, account: accountId, ...(category === 'savings' ? {} : { direction }) }
  return `/transactions?${new URLSearchParams(which)}`
}

type RowsProps = Omit<RecurringListProps, 'view'> & { rows: RecurringListProps['view']['recurring'] }

function Rows({ rows, currency, own }: RowsProps) {
  const t = useTranslations('insights.recurring')
  const locale = useLocale()
  return (
    <ul className="-mx-5 mt-3 sm:-mx-6">
      {rows.map(one => {
        const { counterparty, rhythm, monthly, yearly, chosen, amount } = one
        const sends = { counterparty, direction: amount.startsWith('-') ? 'out' : 'in' }
        const money = (value: string) => formatMoney({ amount: value.replace('-', ''), currency }, locale)
        return (
          <li key={rowKey(one)} className="border-b border-line last:border-0">
            <RowDisclosure
              rowClass="items-center py-2.5"
              row={<RecurringRow one={one} currency={currency} own={own} />}
            >
              <div className="flex flex-wrap items-center gap-3 px-5 pb-4 sm:px-6">
                <p className="w-full text-sm text-soft">
                  {t('each', { monthly: money(monthly), yearly: money(yearly) })}
                  {chosen ? ` · ${t('chosen')}` : null}
                </p>
                <Link href={listOf(one)} className="link inline-flex min-h-11 items-center">
                  {t('lines')}
                </Link>
                <PostButton
                  action={chooseAction}
                  sends={{ ...sends, choice: chosen ? 'forget' : rhythm }}
                  variant="secondary"
                  size="small"
                >
                  {t(chosen ? 'forget' : 'confirm')}
                </PostButton>
                <PostButton action={chooseAction} sends={{ ...sends, choice: 'never' }} variant="quiet" size="small">
                  {t('dismiss')}
                </PostButton>
              </div>
            </RowDisclosure>
          </li>
        )
      })}
    </ul>
  )
}
