import { useTranslations } from 'next-intl'
import { DateText, Money } from '#components/format/value.tsx'
import { orderTones, ReasonText } from '#components/merchant/payment-status.tsx'
import { Alert, Badge } from '#components/ui/card.tsx'
import { LinkRows } from '#components/ui/link-rows.tsx'
import { nameBank } from '#lib/domain/bank/french-name.ts'
import type { OrderStatus } from '#lib/domain/payments/order/status.ts'
import type { RefundTry } from '#lib/domain/payments/refund/rules.ts'
import type { RefundPageView, RefundTryView } from '#lib/views/reconciliation.ts'

/** Refunds, each a link to its page. */
export function RefundList({ refunds, label }: { refunds: readonly RefundPageView[]; label: string }) {
  const t = useTranslations('reconciliation.refunds')
  const rows = refunds.map(({ id, paymentReference, amount, creditorName, createdAt, status, lastTry }) => ({
    key: id,
    href: `/refunds/${id}`,
    name: t('of', { reference: paymentReference }),
    amount: <Money value={outgoing(amount)} />,
    text: (
      <>
        {creditorName} · <DateText value={createdAt} style="moment" />
      </>
    ),
    badge: <RefundStatus status={status} lastTry={lastTry?.how ?? null} />,
  }))
  return <LinkRows label={label} rows={rows} />
}

/** A refund is outgoing, so its amount is negative. */
export const outgoing = ({ amount, currency }: RefundPageView['amount']) => ({ amount: `-${amount}`, currency })

const tones = { ...orderTones, open: 'warning' } as const

/** The state of a refund, or how its latest try ended, in words; the colour only repeats them. */
export function RefundStatus({ status, lastTry }: { status: OrderStatus; lastTry: RefundTry | null }) {
  const t = useTranslations('reconciliation.refunds')
  return (
    <Badge tone={tones[status]}>
      {lastTry === null || lastTry === 'at_bank' ? t(`statuses.${status}`) : t(`tries.${lastTry}.status`)}
    </Badge>
  )
}

/** The result of the latest attempt at the merchant's bank, and what is left to do for a member who may. */
export function LastTry({ how, bankName, reason, mayAct }: RefundTryView & { mayAct: boolean }) {
  const t = useTranslations('reconciliation.refunds.tries')
  const values = nameBank(bankName)
  return (
    <Alert tone={how === 'at_bank' ? 'info' : 'warning'} title={t(`${how}.title`, values)} className="mb-6">
      {mayAct || how === 'unanswered' ? t(`${how}.text`, values) : null}
      {how === 'refused_by_bank' && reason !== null ? (
        <p className="mt-1">
          <ReasonText code={reason} />
        </p>
      ) : null}
    </Alert>
  )
}
