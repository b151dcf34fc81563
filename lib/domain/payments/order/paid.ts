import { isReceived, type Order, type OrderStatus, orderStatuses } from './status.ts'

/** Who says that an order is paid: the payer's bank, which executed our request, or the payee's account, where a transfer arrived. */
export const paidWays = ['bank', 'transfer'] as const
export type PaidBy = (typeof paidWays)[number]

/** Null: not paid. Whoever delivers goods asks this, never the status alone: money that is short, or executed in part, pays nothing. */
export function paidBy(
  order: Pick<Order, 'amountMinor' | 'receivedMinor'> & { readonly status: OrderStatus },
): PaidBy | null {
  const { status } = order
  if (status === 'executed') return 'bank'
  if (!isReceived(order)) return null
  // The money of a confirmed payment may arrive before its bank says so.
  return status === 'pending' || status === 'confirmed' ? 'bank' : 'transfer'
}

/** As the list and its files say it: money that came by transfer says more than what became of our request. */
export const shownStatuses = [...orderStatuses, 'paid_by_transfer'] as const
export type ShownStatus = (typeof shownStatuses)[number]

export function shownStatus({
  status,
  paidBy: by,
}: {
  readonly status: OrderStatus
  readonly paidBy: PaidBy | null
}): ShownStatus {
  return by === 'transfer' ? 'paid_by_transfer' : status
}
