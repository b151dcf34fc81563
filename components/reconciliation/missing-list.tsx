import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { DateText } from '#components/format/date.tsx'
import { Money } from '#components/format/money.tsx'
import { Card, CardHeader } from '#components/ui/card.tsx'
import type { MissingOrderView } from '#lib/views/reconciliation.ts'

/** Payments that should have arrived. */
export function MissingList({ missing }: { missing: readonly MissingOrderView[] }) {
  const t = useTranslations('reconciliation.missing')
  if (missing.length === 0) return null
  return (
    <Card className="mb-6">
      <CardHeader title={t('title')} description={t('text')} />
      <ul className="mt-3 divide-y divide-line">
        {missing.map(({ orderId, reference, amount, executionDay }) => (
          <li key={orderId} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5">
            <Link href={`/payments/${orderId}`} className="link wrap-anywhere">
              {reference}
            </Link>
            <span className="text-sm text-soft">
              {t.rich('due', { day: () => <DateText value={executionDay} /> })} <Money value={amount} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
