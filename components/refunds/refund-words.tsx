import { useTranslations } from 'next-intl'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import type { OrderStatus } from '#lib/domain/order.ts'

const tones: Record<OrderStatus, Tone> = {
  open: 'warning',
  pending: 'info',
  confirmed: 'info',
  executed: 'success',
  partly_executed: 'warning',
  cancelled: 'neutral',
  expired: 'neutral',
  held: 'danger',
}

/** How a refund stands, in words; the colour only repeats them. */
export function RefundStatus({ status }: { status: OrderStatus }) {
  const t = useTranslations('reconciliation.refunds.statuses')
  return <Badge tone={tones[status]}>{t(status)}</Badge>
}
