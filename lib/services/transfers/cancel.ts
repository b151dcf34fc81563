import type { Presence } from '@guichet/stet/terms/presence.ts'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { type CancellationCheck, readCancellation, startCancellation } from '#lib/services/payments/cancellations.ts'
import { requireFreshPassword } from '#lib/services/people/reauthenticate.ts'
import type { CancellationInput } from '#lib/views/transfer.ts'
import { readTransfer } from './read.ts'

/** Document 2, note 6. */

const cancelLimit = { limit: 30, windowSeconds: 3_600 }

/**
 * As the bank shows; all without instructions. Refusals: `not_found`, `payment_over`, `too_many_tries`,
 * `bank_unavailable`, `bank_refused`.
 */
export async function checkTransferCancellation(
  { userId }: Person,
  orderId: string,
  instructionIds: readonly string[],
  presence: Presence | null,
): Promise<CancellationCheck> {
  await requireInstructions(userId, orderId, instructionIds)
  await takeTry(`transfer-cancel:${userId}`, cancelLimit)
  return readCancellation({ ownerId: userId, orderId }, instructionIds, presence)
}

/** Where it is authorised. Refusals: as above, `reauthentication_required` (C24), `payment_not_cancellable`. */
export async function cancelTransfer(
  { userId }: Person,
  orderId: string,
  wish: CancellationInput,
  { signed, presence }: { readonly signed: { readonly authenticatedAt: Date }; readonly presence: Presence },
): Promise<string> {
  await requireInstructions(userId, orderId, wish.instructionIds)
  requireFreshPassword(signed)
  await takeTry(`transfer-cancel:${userId}`, cancelLimit)
  const orderKey = { ownerId: userId, orderId }
  const { redirectTo } = await startCancellation(orderKey, { ...wish, presence, askedByUserId: userId }, storeNothing)
  return redirectTo
}

async function requireInstructions(userId: string, orderId: string, ids: readonly string[]): Promise<void> {
  if (!isUuid(orderId)) throw new Refused('not_found')
  const { order } = await readTransfer({ userId }, orderId)
  const known = order.attempts[0]?.instructions.map(({ instructionId }) => instructionId) ?? []
  if (ids.some(id => !known.includes(id))) throw new Refused('invalid_input', { field: 'instructionIds' })
}
