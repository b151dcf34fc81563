import { isoDay } from '@guichet/values/calendar/day.ts'
import { isUuid } from '#lib/base/ids.ts'
import { isSteady } from '#lib/clock/steady.ts'
import { now } from '#lib/clock.ts'
import { columnsOf, db, jsonText, Prisma, type Tx } from '#lib/db.ts'
import type { PaymentActor, PaymentEventType } from '#lib/domain/payments/attempt/event.ts'
import {
  type AttemptEvent,
  type AttemptStatus,
  isFinalAttempt,
  isUnanswered,
  nextAttemptStatus,
  unreadableSince,
} from '#lib/domain/payments/attempt/machine.ts'
import { isFinalOrder, type OrderStatus, orderStatus } from '#lib/domain/payments/order/status.ts'
import type { TransferFacts } from '#lib/domain/payments/transfer/state.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { mailTransferEnd } from '#lib/services/people/activity-mails.ts'
import { announceFailedAttempt, announceOrder } from './outbox.ts'
import { mailReceipt } from './receipt-mail.ts'

/**
 * The only place that changes an attempt: by a transition of domain/payments/attempt/machine.ts, in a transaction that locks its order, together
 * with the order's status, its timeline and its webhooks. A concurrent second change finds the row already changed.
 */

export type OrderRow = NonNullable<Awaited<ReturnType<typeof lockOrder>>>
export type AttemptRow = Prisma.PaymentAttemptGetPayload<{ include: { instructions: true } }>

type Said = {
  readonly by: PaymentActor
  readonly detail?: Prisma.InputJsonObject
  readonly attemptId?: string
}

/** The latest attempt of an order in the form that `domain/payments/transfer/state.ts` takes. */
export function toAttemptFacts(
  attempt: Prisma.PaymentAttemptGetPayload<object>,
): NonNullable<TransferFacts['attempt']> {
  return {
    status: attempt.status,
    reason: attempt.reason,
    bankReason: attempt.bankReason,
    executionDate: isoDay(attempt.executionDate),
    isUnanswered: isUnanswered(attempt, now()),
    authorisedAt: attempt.authorisedAt,
    codeSealed: attempt.codeSealed,
  }
}

/** ISO 8601; null otherwise. */
export function unreadableSinceOf(attempt: {
  readonly status: AttemptStatus
  readonly createdAt: Date
}): string | null {
  const since = unreadableSince({ status: attempt.status, createdAt: attempt.createdAt }, now())
  return since?.toISOString() ?? null
}

const orderColumns = columnsOf(Prisma.PaymentOrderScalarFieldEnum)

/** Null: not this owner's. */
export async function lockOrder(tx: Tx, { ownerId, orderId }: { ownerId: string; orderId: string }) {
  if (!isUuid(orderId)) return null
  const [order] = await tx.$queryRaw<Prisma.PaymentOrderGetPayload<object>[]>`
    SELECT ${orderColumns} FROM "PaymentOrder" WHERE "id" = ${orderId}::uuid AND "ownerId" = ${ownerId}::uuid FOR UPDATE`
  return order ?? null
}

/** Refusals: `not_found`, those of `act`. */
export function inOrder<T>(
  owner: { readonly ownerId: string; readonly orderId: string },
  act: (tx: Tx, order: OrderRow) => Promise<T>,
): Promise<T> {
  return db().$transaction(async tx => {
    const order = requireFound(await lockOrder(tx, owner))
    return act(tx, order)
  })
}

/** Without gaps (I4); order locked. Returns its number. */
export async function appendEvent(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'ownerId'>,
  type: PaymentEventType,
  { by, detail = {}, attemptId }: Said,
): Promise<number> {
  const [numbered] = await tx.$queryRaw<{ seq: number }[]>`
    WITH numbered AS (
      UPDATE "PaymentOrder" SET "eventCount" = "eventCount" + 1
      WHERE "id" = ${order.id}::uuid AND "ownerId" = ${order.ownerId}::uuid
      RETURNING "id", "ownerId", "eventCount"
    )
    INSERT INTO "PaymentEvent" ("orderId", "ownerId", "seq", "at", "type", "by", "detail", "attemptId")
    SELECT "id", "ownerId", "eventCount", ${now()}, ${type}, ${by}, ${jsonText(detail)}::jsonb, ${attemptId ?? null}::uuid
    FROM numbered RETURNING "seq"`
  if (!numbered) throw new Refused('not_found')
  return numbered.seq
}

export type Move = {
  readonly event: AttemptEvent
  readonly by: PaymentActor
  readonly data?: Prisma.PaymentAttemptUpdateManyMutationInput
  readonly detail?: Prisma.InputJsonObject
}

/** Order locked, attempt read under it. The new status; null if not allowed. */
export async function moveAttempt(
  tx: Tx,
  order: OrderRow,
  attempt: { readonly id: string; readonly status: AttemptStatus },
  { event, by, data = {}, detail = {} }: Move,
): Promise<AttemptStatus | null> {
  const from = attempt.status
  const next = nextAttemptStatus(from, event)
  if (next === null) return null
  const isOver = isFinalAttempt(next)
  const { count } = await tx.paymentAttempt.updateMany({
    where: { id: attempt.id, ownerId: order.ownerId, status: from },
    data: {
      ...data,
      status: next,
      // Deleted secrets can't leak.
      ...(isOver
        ? { finishedAt: now(), nextAt: null, consentSealed: null, codeSealed: null, confirmSealed: null }
        : {}),
    },
  })
  if (count !== 1) return null
  if (next !== from) {
    const entry = event === 'return_lost' ? 'payer.not_returned' : (`attempt.${next}` as const)
    await appendEvent(tx, order, entry, { by, detail, attemptId: attempt.id })
    // Before the order's end, the last merchants are told.
    if (isFailure(next) && event !== 'superseded') await announceFailedAttempt(tx, order, attempt.id)
    await refreshOrder(tx, order)
    if (next === 'rejected' && order.ownerKind === 'person') await mailTransferEnd(tx, order, 'transfer_refused')
  }
  return next
}

/** And nobody cancelled it. */
const isFailure = (status: AttemptStatus) => status === 'rejected' || status === 'expired' || status === 'abandoned'

/** Order locked. */
export async function refreshOrder(tx: Tx, order: OrderRow): Promise<OrderStatus> {
  const current = await readStatuses(tx, order)
  const derived = orderStatus(current, current.attempts, now())
  // Not by a clock that may jump back (H19).
  const isTooSoon = derived === 'expired' && current.status !== 'expired' && !isSteady()
  const status = isTooSoon ? 'open' : derived
  const chosen = current.attempts.find(({ id }) => id === current.chosenAttemptId)
  // Moved no money: payable again.
  const isFreed = chosen !== undefined && ['rejected', 'cancelled', 'expired', 'abandoned'].includes(chosen.status)
  if (status === current.status && !isFreed) return status
  const changed = await tx.paymentOrder.update({
    where: { id: order.id, ownerId: order.ownerId },
    data: {
      status,
      ...omitUndefined({ chosenAttemptId: isFreed ? null : undefined }),
      // It may be executed after it was withdrawn.
      finishedAt: isFinalOrder(status) ? (status === current.status && current.finishedAt) || now() : null,
    },
  })
  if (status !== current.status) {
    if (status === 'expired') await appendEvent(tx, order, 'order.expired', { by: 'us' })
    await announceOrder(tx, changed, current.status)
    if (isFinalOrder(status)) await mailReceipt(tx, changed)
    await noteRefund(tx, changed)
  }
  return status
}

/** Also in the refunded payment's timeline. */
async function noteRefund(tx: Tx, refund: OrderRow): Promise<void> {
  const { ownerId, refundOfId: orderId } = refund
  const original = orderId === null ? null : await lockOrder(tx, { ownerId, orderId })
  if (original === null) return
  const detail = { refundId: refund.id, status: refund.status }
  await appendEvent(tx, original, 'refund.changed', { by: 'us', detail })
}

type Statuses = Pick<OrderRow, 'status' | 'chosenAttemptId' | 'finishedAt'> &
  Required<Parameters<typeof orderStatus>[0]> & {
    readonly attempts: readonly { readonly id: string; readonly status: AttemptStatus }[]
  }

/** One statement: every change needs it. */
async function readStatuses(tx: Tx, { id, ownerId }: OrderRow): Promise<Statuses> {
  const [current] = await tx.$queryRaw<Statuses[]>`
    SELECT "status", "chosenAttemptId", "cancelledAt", "expiresAt", "finishedAt", "amountMinor", "receivedMinor", "receivedAt", (
      SELECT coalesce(json_agg(json_build_object('id', attempt."id", 'status', attempt."status")), '[]')
      FROM "PaymentAttempt" AS attempt WHERE attempt."orderId" = ordered."id" AND attempt."ownerId" = ordered."ownerId"
    ) AS "attempts"
    FROM "PaymentOrder" AS ordered WHERE "id" = ${id}::uuid AND "ownerId" = ${ownerId}::uuid`
  if (!current) throw new Refused('not_found')
  return current
}
