import { isoDay } from '@guichet/values/calendar/day.ts'
import { maskIban } from '@guichet/values/money/iban-text.ts'
import { formatAmount } from '@guichet/values/money/minor.ts'
import { toSepa } from '@guichet/values/text/sepa.ts'
import { now } from '#lib/clock.ts'
import type { Prisma, Tx } from '#lib/db.ts'
import { lineItemsOf } from '#lib/domain/payments/order/line-items.ts'
import { paidBy } from '#lib/domain/payments/order/paid.ts'
import { attemptRefusal, isFinalOrder, type OrderStatus, orderStatuses } from '#lib/domain/payments/order/status.ts'
import { eventTypeOf, type WebhookEventType } from '#lib/domain/webhooks/event.ts'
import { readEnv } from '#lib/env.ts'
import { writeMessage } from '#lib/services/events/outbox.ts'
import { mailPaymentHeld } from '#lib/services/merchant/mails.ts'
import { mailTransferEnd } from '#lib/services/people/activity-mails.ts'
import { dropNotices, notifyPerson } from '#lib/services/people/notices.ts'
import type { CheckoutSession } from '#lib/views/v1/checkout-sessions.ts'
import type { AttemptFailedData, PaymentEventData } from '#lib/views/v1/events.ts'
import { paidFields } from '#lib/views/v1/members.ts'

type Order = Prisma.PaymentOrderGetPayload<object>

/**
 * In the transaction of the change: webhooks, and for a held payment a mail or notice, removed when resolved. The
 * order is locked.
 */
export async function announceOrder(tx: Tx, order: Order, from: OrderStatus): Promise<void> {
  const status = orderStatuses.find(known => known === order.status)
  if (status !== undefined) await announce(tx, order, eventTypeOf(order.kind, status))
  if (status === 'expired' && order.kind === 'checkout') {
    await write(tx, order, 'checkout_session.expired', sessionOf(order))
  }
  const isPerson = order.ownerKind === 'person'
  if (status === 'executed' && isPerson) await mailTransferEnd(tx, order, 'transfer_executed')
  if (status === 'held') await (isPerson ? notifyTransferHeld(tx, order) : mailPaymentHeld(tx, order))
  if (from === 'held' && isPerson) await dropNotices(tx, order.ownerId, { key: { startsWith: heldNoticeKey(order) } })
}

const heldNoticeKey = ({ id }: Order) => `transfer_held:${id}`

/** Once per attempt (P15). */
async function notifyTransferHeld(tx: Tx, order: Order): Promise<void> {
  const { id: orderId, ownerId: userId } = order
  const where = { orderId, ownerId: userId, status: 'held' as const }
  const attempt = await tx.paymentAttempt.findFirst({ where, orderBy: { createdAt: 'desc' } })
  if (!attempt) return
  const { name: bankName } = await tx.bank.findUniqueOrThrow({ where: { code: attempt.bankCode } })
  const key = `${heldNoticeKey(order)}:${attempt.id}`
  await notifyPerson(tx, { userId, connectionId: null, kind: 'transfer_held', key, facts: { bankName, orderId } })
}

/** Numbered without gaps (I4). The order is locked. No-op for persons. */
export async function announce(tx: Tx, order: Order, type: WebhookEventType): Promise<void> {
  if (order.ownerKind === 'organisation') await write(tx, order, type, await dataOf(tx, order))
}

/** Whether another is possible. No-op once the order is over. The order is locked. */
export async function announceFailedAttempt(tx: Tx, { id, ownerId }: Order, attemptId: string): Promise<void> {
  const order = await tx.paymentOrder.findUniqueOrThrow({ where: { id, ownerId } })
  if (order.ownerKind !== 'organisation' || isFinalOrder(order.status)) return
  const attempts = await tx.paymentAttempt.findMany({ where: { orderId: id, ownerId } })
  const failed = attempts.find(attempt => attempt.id === attemptId)
  if (!failed) return
  const { bankCode, status, reason, bankStatus, bankReason } = failed
  const data: AttemptFailedData = {
    ...(await dataOf(tx, order)),
    attempt: {
      id: attemptId,
      bank_code: bankCode,
      status,
      reason,
      bank_status: bankStatus,
      bank_reason: bankReason,
    },
    can_retry: attemptRefusal(order, attempts, now()) === null,
  }
  await write(tx, order, order.kind === 'refund' ? 'refund.attempt_failed' : 'payment.attempt_failed', data)
}

async function write(tx: Tx, order: Order, type: WebhookEventType, data: object): Promise<void> {
  const { id: orderId, ownerId: organisationId, mode } = order
  const { messageCount: sequence } = await tx.paymentOrder.update({
    where: { id: orderId, ownerId: organisationId },
    data: { messageCount: { increment: 1 } },
  })
  await writeMessage(tx, { organisationId, mode, type, data, about: { orderId, sequence } })
}

async function dataOf(tx: Tx, order: Order): Promise<PaymentEventData> {
  const attempt = await tx.paymentAttempt.findFirst({
    where: { orderId: order.id, ownerId: order.ownerId },
    orderBy: { createdAt: 'desc' },
    select: { bankCode: true, bankStatus: true, bankReason: true },
  })
  return {
    id: order.id,
    object: 'payment',
    kind: order.kind === 'transfer' ? 'checkout' : order.kind,
    ...orderFieldsOf(order),
    link_id: order.linkId,
    refund_of: order.refundOfId,
    bank_code: attempt?.bankCode ?? null,
    bank_status: attempt?.bankStatus ?? null,
    bank_reason: attempt?.bankReason ?? null,
    finished_at: order.finishedAt?.toISOString() ?? null,
  }
}

const orderFieldsOf = ({ mode, status, reference, description, ...order }: Order) => ({
  mode,
  status,
  ...paidFields(paidBy({ status, ...order }), formatAmount({ ...order, amountMinor: order.receivedMinor })),
  reference,
  description,
  amount: formatAmount(order),
  currency: order.currency,
  metadata: metadataOf(order.metadata),
  created_at: order.createdAt.toISOString(),
})

export function metadataOf(stored: unknown): Record<string, string> {
  return stored === null || typeof stored !== 'object' ? {} : (stored as Record<string, string>)
}

function payerAddress({ publicId, language }: Pick<Order, 'publicId' | 'language'>): string {
  return `${readEnv('APP_URL')}/pay/${publicId}${language === null ? '' : `?lang=${language}`}`
}

/** As the API shows it, and events carry it. */
export function sessionOf(order: Order): CheckoutSession {
  return {
    id: order.id,
    object: 'checkout_session',
    url: payerAddress(order),
    ...orderFieldsOf(order),
    remittance: toSepa(order.reference, 140),
    line_items: lineItemsOf(order.lineItems).map(({ name, quantity, unitAmount }) => ({
      name,
      quantity,
      unit_amount: unitAmount,
    })),
    bank_code: order.preferredBank,
    payer: order.debtorIban === null ? null : { iban: maskIban(order.debtorIban) },
    instant: order.instant,
    language: order.language ?? 'auto',
    return_url: order.returnUrl,
    cancel_url: order.cancelUrl,
    execution_date: isoDay(order.executionDate) ?? null,
    expires_at: order.expiresAt?.toISOString() ?? null,
  }
}
