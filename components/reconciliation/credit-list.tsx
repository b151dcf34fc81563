import { useTranslations } from 'next-intl'
import { DateText, Money } from '#components/format/value.tsx'
import { Badge, type Tone } from '#components/ui/card.tsx'
import { LinkRows } from '#components/ui/link-rows.tsx'
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
  const rows = credits.map(({ id, remittance, amount, day, matches, note, state }) => ({
    key: id,
    href: `/reconciliation/${id}`,
    name: remittance[0] ?? t('credits.untitled'),
    amount: <Money value={amount} />,
    text: (
      <>
        <DateText value={day} />
        {matches.map(match => (
          <span key={match.id}>{` · ${match.reference} (${t(`ways.${match.by}`)})`}</span>
        ))}
        {note === null ? null : ` · ${note}`}
      </>
    ),
    badge: (
      <span className="flex flex-wrap gap-2">
        {[...new Set(matches.map(({ receipt }) => receipt))]
          .filter(receipt => receipt !== 'received')
          .map(receipt => (
            <ReceiptBadge key={receipt} receipt={receipt} />
          ))}
        <Badge tone={stateTones[state]}>{t(`states.${state}`)}</Badge>
      </span>
    ),
  }))
  return <LinkRows label={t('credits.title')} rows={rows} />
}
