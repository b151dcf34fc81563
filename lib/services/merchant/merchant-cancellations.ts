import type { CancellationReason } from '#lib/domain/cancellation.ts'
import type { Presence } from '#lib/domain/presence.ts'
import {
  type CancellationCheck,
  readCancellation,
  startCancellation,
} from '#lib/services/payments/payment-cancellations.ts'
import { withdrawOrder } from '#lib/services/payments/payment-orders.ts'
import { requireFreshPassword } from '#lib/services/people/reauthenticate.ts'
import { memberOf } from './members.ts'

/** A member takes a payment back: by withdrawing it while nobody pays, by asking the bank afterwards. */

/**
 * Whether a payment can be cancelled at its bank, condition by condition, as the bank says just now. Refusals: `not_found`,
 * `not_allowed`, and those of `readCancellation`.
 */
export async function checkPaymentCancellation(
  userId: string,
  organisationId: string,
  orderId: string,
  presence: Presence | null,
): Promise<CancellationCheck> {
  await memberOf(userId, organisationId, 'payments.write')
  return readCancellation({ ownerId: organisationId, orderId }, [], presence)
}

type Wish = { readonly reason: CancellationReason; readonly presence: Presence }

/**
 * Asks the bank for the cancellation of a whole payment and says where it is agreed to. Refusals: `not_found`, `not_allowed`,
 * `reauthentication_required` (C24), and those of `startCancellation`.
 */
export async function cancelPaymentOf(
  userId: string,
  organisationId: string,
  orderId: string,
  { reason, presence }: Wish,
  session: { readonly authenticatedAt: Date },
): Promise<{ readonly redirectTo: string }> {
  await memberOf(userId, organisationId, 'payments.write')
  requireFreshPassword(session)
  const wish = { reason, instructionIds: [], presence, askedByUserId: userId }
  return startCancellation({ ownerId: organisationId, orderId }, wish)
}

/** Withdraws a payment that nobody has agreed to yet. Refusals: `not_found`, `not_allowed`, and those of `withdrawOrder`. */
export async function withdrawPaymentOf(userId: string, organisationId: string, orderId: string): Promise<void> {
  await memberOf(userId, organisationId, 'payments.write')
  await withdrawOrder(organisationId, orderId)
}
