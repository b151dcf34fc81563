import { useTranslations } from 'next-intl'
import { Money } from '#components/format/money.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import type { ReconciliationCounts, ReconciliationTotals } from '#lib/views/reconciliation.ts'

const states = ['received', 'short', 'over', 'missing', 'unknown'] as const

type TotalsTableProps = { totals: readonly ReconciliationTotals[]; counts: ReconciliationCounts }

/** Amounts by reconciliation state, a row per state and a column per currency; the count is next to the state. */
export function TotalsTable({ totals, counts }: TotalsTableProps) {
  const t = useTranslations('reconciliation.totals')
  if (totals.length === 0) return null
  return (
    <Card className="mb-6">
      <CardHeader id="totals" title={t('title')} />
      <table aria-labelledby="totals" className="mt-4 w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('currency')}</th>
            {totals.map(({ currency }) => (
              <th key={currency} scope="col">
                {currency}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {states.map(state => (
            <tr key={state}>
              <th scope="row" className="py-2.5 pr-3 text-left font-medium">
                {t(state)} <span className="tabular font-normal text-soft">({counts[state]})</span>
              </th>
              {totals.map(total => (
                <td key={total.currency} className="py-2.5 pl-3 text-right">
                  <Money value={{ amount: total[state], currency: total.currency }} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
