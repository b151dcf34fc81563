import { now } from '#lib/clock.ts'
import type { Prisma, Tx } from '#lib/db.ts'
import { formatAmount } from '#lib/domain/money/minor.ts'
import { type OrderStatus, orderStatuses } from '#lib/domain/payments/order.ts'
import { eventTypeOf, isWanted, type WebhookEventType } from '#lib/domain/webhooks/event.ts'
import { mailPaymentHeld } from '#lib/services/merchant/mails.ts'
import { mailTransferEnd } from '#lib/services/people/activity-mails.ts'
import { dropNotices, notifyPerson } from '#lib/services/people/notices.ts'
import { wakeWorkers } from '#lib/wake.ts'

type Order = Prisma.PaymentOrderGetPayload<object>

/**
 * Announces a change of an order's status in the transaction that makes it (outbox). Writes webhook messages for merchants, and
 * reports a payment on hold: to a merchant by mail, to a person by a notice, which is removed when the payment is no longer
 * held. The order must be locked.
 */
export async function announceOrder(tx: Tx, order: Order, from: OrderStatus): Promise<void> {
  const status = orderStatuses.find(known => known === order.status)
  if (status !== undefined) await announce(tx, order, eventTypeOf(order.kind, status))
  const isPerson = order.ownerKind === 'person'
  if (status === 'executed' && isPerson) await mailTransferEnd(tx, order, 'transfer_executed')
  if (status === 'held') await (isPerson ? notifyTransferHeld(tx, order) : mailPaymentHeld(tx, order))
  if (from === 'held' && isPerson) await dropNotices(tx, order.ownerId, { key: { startsWith: heldNoticeKey(order) } })
}

const heldNoticeKey = ({ id }: Order) => `transfer_held:${id}`

/** The bank's answer differs from the request (P15): reported once per attempt. */
async function notifyTransferHeld(tx: Tx, order: Order): Promise<void> {
  const { id: orderId, ownerId: userId } = order
  const where = { orderId, ownerId: userId, status: 'held' as const }
  const attempt = await tx.paymentAttempt.findFirst({ where, orderBy: { createdAt: 'desc' } })
  if (!attempt) return
  const { name: bankName } = await tx.bank.findUniqueOrThrow({ where: { code: attempt.bankCode } })
  const key = `${heldNoticeKey(order)}:${attempt.id}`
  await notifyPerson(tx, { userId, connectionId: null, kind: 'transfer_held', key, facts: { bankName, orderId } })
}

/**
 * Writes a message about an organisation's order, numbered without gaps (I4), and a delivery for every endpoint subscribed to it.
 * The order must be locked in the same transaction. No-op for a person's transfers.
 */
export async function announce(tx: Tx, order: Order, type: WebhookEventType): Promise<void> {
  if (order.ownerKind !== 'organisation') return
  const { id: orderId, ownerId: organisationId, mode } = order
  const sequence = (await tx.webhookMessage.count({ where: { orderId, organisationId } })) + 1
  const at = now()
  const payload = JSON.stringify(await eventOf(tx, order, { type, sequence, at }))
  const message = await tx.webhookMessage.create({
    data: { organisationId, mode, orderId, sequence, type, payload, createdAt: at },
  })
  await addDeliveries(tx, message)
}

/** A delivery for every enabled endpoint subscribed to the message. */
async function addDeliveries(tx: Tx, message: Prisma.WebhookMessageGetPayload<object>): Promise<void> {
  const { organisationId, mode, type, orderId, sequence, createdAt } = message
  const endpoints = await tx.webhookEndpoint.findMany({
    where: { organisationId, mode, disabledAt: null, deletedAt: null },
    select: { id: true, eventTypes: true },
  })
  const subscribed = endpoints.filter(({ eventTypes }) => isWanted(eventTypes, type as WebhookEventType))
  if (subscribed.length === 0) return
  await tx.webhookDelivery.createMany({
    data: subscribed.map(({ id: endpointId }) => ({
      messageId: message.id,
      endpointId,
      organisationId,
      orderId,
      sequence,
      createdAt,
      nextAt: createdAt,
    })),
  })
  await wakeWorkers(tx, 'webhooks')
}

/**
 * The body of a message: the order as it is in this transaction, with the bank's code beside our status. Never contains a
 * payer's IBAN.
 */
async function eventOf(
  tx: Tx,
  order: Order,
  { type, sequence, at }: { readonly type: WebhookEventType; readonly sequence: number; readonly at: Date },
) {
  const attempt = await tx.paymentAttempt.findFirst({
    where: { orderId: order.id, ownerId: order.ownerId },
    orderBy: { createdAt: 'desc' },
    select: { bankCode: true, bankStatus: true, bankReason: true },
  })
  return {
    type,
    timestamp: at.toISOString(),
    sequence,
    data: {
      id: order.id,
      object: 'payment',
      mode: order.mode,
      kind: order.kind,
      status: order.status,
      amount: formatAmount(order),
      currency: order.currency,
      reference: order.reference,
      metadata: order.metadata ?? {},
      link_id: order.linkId,
      refund_of: order.refundOfId,
      bank_code: attempt?.bankCode ?? null,
      bank_status: attempt?.bankStatus ?? null,
      bank_reason: attempt?.bankReason ?? null,
      received_amount: formatAmount({ amountMinor: order.receivedMinor, currency: order.currency }),
      created_at: order.createdAt.toISOString(),
      finished_at: order.finishedAt?.toISOString() ?? null,
    },
  }
}
