import type { RefundView } from '#lib/domain/reconciliation-view.ts'
import { Refused } from '#lib/domain/refused.ts'
import type { Page, Refund, RefundInput } from '#lib/domain/v1-schemas.ts'
import { readEnv } from '#lib/env.ts'
import type { KeyHolder } from '#lib/services/merchant/api-keys.ts'
import { readCursor, writeCursor } from '#lib/services/merchant/checkout.ts'
import type { Keep } from '#lib/services/merchant/idempotency.ts'
import { findRefundView, makeRefund, pageRefunds } from './refunds.ts'

/** Refunds for a merchant's program. It prepares them; only a member authorises one, at the organisation's own bank. */

/** What the members of a refund are called there. */
const fields: Readonly<Record<string, string>> = { creditorName: 'creditor_name', iban: 'creditor_iban' }

/**
 * Prepares one; its answer is kept in the same transaction. Refusals: `not_found` for a payment that is none of this key's,
 * `beneficiary_missing`, `too_many_tries`, `invalid_input` naming the member, of an amount with why (`amount.more_than_left`).
 */
export async function createRefundV1(holder: KeyHolder, input: RefundInput, keep: Keep): Promise<Refund> {
  const typed = {
    paymentId: input.payment_id,
    amount: input.amount ?? '',
    creditorName: input.creditor_name,
    iban: input.creditor_iban ?? '',
    reason: input.reason ?? '',
  }
  try {
    const { id } = await makeRefund(holder.organisationId, typed, holder.createdByUserId, {
      mode: holder.mode,
      keep: (tx, refund) => keep(tx, { status: 201, body: viewRefundV1(refund) }),
    })
    return await readRefundV1(holder, id)
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'invalid_input') throw error
    if (error.field === 'beneficiary') throw new Refused('beneficiary_missing')
    throw new Refused('invalid_input', { field: fields[error.field ?? ''] ?? error.field ?? 'body' })
  }
}

/** One refund. Refusals: `not_found`. */
export async function readRefundV1({ organisationId, mode }: KeyHolder, id: string): Promise<Refund> {
  const refund = await findRefundView(organisationId, id)
  if (refund.mode !== mode) throw new Refused('not_found')
  return viewRefundV1(refund)
}

/** Refunds, newest first. Refusals: `invalid_input` (field `cursor`). */
export async function listRefundsV1(
  { organisationId, mode }: KeyHolder,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): Promise<Page<Refund>> {
  const { refunds, next } = await pageRefunds(organisationId, { mode, before: readCursor(cursor), limit })
  return { object: 'list', data: refunds.map(viewRefundV1), next_cursor: writeCursor(next) }
}

function viewRefundV1(refund: RefundView): Refund {
  const { id, mode, status, reason } = refund
  return {
    ...{ id, object: 'refund', mode, status, reason },
    payment_id: refund.paymentId,
    amount: refund.amount.amount,
    currency: refund.amount.currency,
    creditor_name: refund.creditorName,
    creditor_iban: refund.creditorIban,
    authorise_url: new URL(`/refunds/${id}`, readEnv('APP_URL')).href,
    created_at: refund.createdAt,
    finished_at: refund.finishedAt,
    expires_at: refund.expiresAt,
  }
}
