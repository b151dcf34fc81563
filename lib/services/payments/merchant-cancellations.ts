import type { CancellationReason } from '@guichet/stet/terms/payment-request.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import type { StoreResult } from '#lib/base/idempotent-result.ts'
import { isUuid } from '#lib/base/ids.ts'
import { db } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { ordersOf } from '#lib/services/merchant/actor.ts'
import { type CancellationCheck, readCancellation, startCancellation } from './cancellations.ts'
import { withdrawLocked } from './orders.ts'
import { inOrder } from './state.ts'

/** Withdrawn before authorisation, asked of the bank after. */

/** Refusals: `not_found`, those of `readCancellation`. */
export async function checkPaymentCancellation(
  actor: Actor<'payment.cancel_check'>,
  orderId: string,
  presence: Presence | null,
): Promise<CancellationCheck> {
  return readCancellation(await orderKeyOf(actor, orderId), [], presence)
}

type Wish = {
  readonly reason: CancellationReason
  /** Empty: all. */
  readonly instructionIds: readonly string[]
  /** Null: an API key. */
  readonly presence: Presence | null
}

/** Where the payer authorises it. */
export type CancellationStart = { readonly redirectTo: string }

/** Refusals: `not_found`, those of `startCancellation`. */
export async function cancelMerchantPayment<Result>(
  actor: Actor<'payment.cancel'>,
  orderId: string,
  wish: Wish,
  keep: StoreResult<CancellationStart, Result>,
): Promise<Result> {
  return startCancellation(await orderKeyOf(actor, orderId), { ...wish, askedByUserId: actor.userId }, keep)
}

/** Refusals: `not_found`, those of `withdrawOrder`. */
export async function withdrawPayment<Result>(
  actor: Actor<'payment.withdraw' | 'payment.cancel'>,
  orderId: string,
  keep: StoreResult<null, Result>,
): Promise<Result> {
  return inOrder(await orderKeyOf(actor, orderId), async (tx, order) => {
    await withdrawLocked(tx, order)
    return keep(tx, null)
  })
}

/**
 * Returns unmet conditions (document 2, note 6). `keep` gets null once withdrawn. Refusals: `not_found`,
 * `payment_over`, `bank_unavailable`, `bank_refused`.
 */
export async function withdrawOrCancel<Result>(
  actor: Actor<'payment.cancel'>,
  orderId: string,
  wish: Wish,
  keep: StoreResult<CancellationStart | null, Result>,
): Promise<Result | CancellationCheck['conditions']> {
  try {
    return await withdrawPayment(actor, orderId, keep)
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'payment_under_way') throw error
  }
  const { mayCancel, conditions } = await readCancellation(
    await orderKeyOf(actor, orderId),
    wish.instructionIds,
    wish.presence,
  )
  return mayCancel ? cancelMerchantPayment(actor, orderId, wish, keep) : conditions
}

/** A refund has another role and scope. */
async function orderKeyOf(actor: Actor, orderId: string) {
  const where = { id: orderId, kind: { not: 'refund' as const }, ...ordersOf(actor) }
  if (!isUuid(orderId) || (await db().paymentOrder.count({ where })) === 0) throw new Refused('not_found')
  return { ownerId: actor.organisationId, orderId }
}
