import { useTranslations } from 'next-intl'
import { DateText, Money } from '#components/format/value.tsx'
import { Badge, type Tone } from '#components/ui/card.tsx'
import { Link } from '#components/ui/link.tsx'
import type { Receipt } from '#lib/domain/payments/order/reconcile.ts'
import type { CreditView } from '#lib/views/reconciliation.ts'

const stateTones = { matched: 'success', partly: 'warning', unknown: 'neutral' } as const
const receiptTones: Record<Receipt, Tone> = { none: 'neutral', received: 'success', short: 'warning', over: 'warning' }

/** Whether an order's amount was received, in words. */
export function ReceiptBadge({ receipt }: { receipt: Receipt }) {
  const t = useTranslations('reconciliation.receipts')
  return <Badge tone={receiptTones[receipt]}>{t(receipt)}</Badge>
}

/** Incoming payments, each linked to its matching page. */
export function CreditList({ credits }: { credits: readonly CreditView[] }) {
  const t = useTranslations('reconciliation')
  if (credits.length === 0) return <p className="px-5 py-6 text-soft sm:px-6">{t('credits.none')}</p>
  return (
    <ul aria-label={t('credits.title')} className="divide-y divide-line">
      {credits.map(credit => (
        <li key={credit.id} className="relative px-5 py-3.5 hover:bg-sunken sm:px-6">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <Link
              href={`/reconciliation/${credit.id}`}
              className="min-w-0 font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
            >
              {credit.remittance[0] ?? t('credits.untitled')}
            </Link>
            <Money value={credit.amount} className="font-semibold" />
          </div>
          <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-soft">
            <span className="min-w-0 wrap-anywhere">
              <DateText value={credit.day} />
              {credit.matches.map(({ id, reference, by }) => (
                <span key={id}>{` · ${reference} (${t(`ways.${by}`)})`}</span>
              ))}
              {credit.note === null ? null : ` · ${credit.note}`}
            </span>
            <span className="flex flex-wrap gap-2">
              {[...new Set(credit.matches.map(({ receipt }) => receipt))]
                .filter(receipt => receipt !== 'received')
                .map(receipt => (
                  <ReceiptBadge key={receipt} receipt={receipt} />
                ))}
              <Badge tone={stateTones[credit.state]}>{t(`states.${credit.state}`)}</Badge>
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
