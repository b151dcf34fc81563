import { useLocale, useTranslations } from 'next-intl'
import { formatMoney } from '#components/format/text.ts'
import { PostButton } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Disclosure, RowDisclosure } from '#components/ui/disclosure.tsx'
import type { CategoryView } from '#lib/views/category.ts'
import type { InsightView } from '#lib/views/insight.ts'
import { Cost, RecurringRow, rowKey } from './recurring-card.tsx'

type RecurringListProps = {
  view: Pick<InsightView, 'recurring' | 'regularly' | 'dismissed'>
  currency: string
  /** The person's own categories. */
  own: readonly CategoryView[]
}

const maxShown = 16
const shownOfMany = 12
export const chooseAction = '/insights/recurring/choose'

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
