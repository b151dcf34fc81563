import type { Presence } from '@guichet/stet/terms/presence.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { wasReplaced } from '#lib/domain/payments/order/stage.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { endCancellation } from './bank-answer.ts'
import { driveAttempt } from './drive.ts'
import { sealForAttempt } from './secrets.ts'
import { appendEvent, inOrder } from './state.ts'

/** The bank redirects a payer back. The parameters are hints; the code is valid for a minute (bank:D45). */

export type Report = {
  readonly bankCode: string
  /** The unguessable part of our report URL. */
  readonly reportId: string
  readonly query: URLSearchParams
  readonly presence: Presence
}

/** The order whose page the browser continues to. */
export type ReportedOrder = {
  readonly orderId: string
  readonly ownerId: string
  readonly ownerKind: string
  readonly kind: string
  readonly publicId: string
  /** The number of the payer's attempt among the order's, if another one has replaced it. */
  readonly replaced: number | null
}

/** Longer codes are invalid (bank:D7: random, short) and not stored. */
const longestCode = 512

/**
 * Handles the payer's return from the bank, in any browser: no session is needed, because the payment belongs to the order and not to
 * the browser. The code is stored sealed before anything else, so a crash loses nothing; then the attempt is driven as far as
 * possible. Repeated or parallel calls have one effect (P8). Null for an unknown address, or one of another bank (C3).
 */
export async function receiveReport({ bankCode, reportId, query, presence }: Report): Promise<ReportedOrder | null> {
  const found = await db().paymentAttempt.findUnique({
    where: { reportHash: hashOf(reportId) },
    include: { order: { select: { publicId: true, ownerKind: true, kind: true } } },
  })
  if (!found || found.bankCode !== bankCode) return null
  const { id: attemptId, ownerId, orderId } = found
  await storeReport({ ownerId, orderId, attemptId }, query)
  await driveAttempt(attemptId, presence)
  const attempts = await db().paymentAttempt.findMany({ where: { orderId, ownerId }, orderBy: { createdAt: 'asc' } })
  const at = attempts.findIndex(({ id }) => id === attemptId)
  const own = attempts[at]
  return { orderId, ownerId, ...found.order, replaced: own && wasReplaced(own) ? at + 1 : null }
}

type AttemptKey = { readonly ownerId: string; readonly orderId: string; readonly attemptId: string }

async function storeReport({ ownerId, orderId, attemptId }: AttemptKey, query: URLSearchParams): Promise<void> {
  const code = query.get('code')
  const isCode = code !== null && code !== '' && code.length <= longestCode
  const codeSealed = isCode ? await sealForAttempt(attemptId, 'codeSealed', code) : null
  await inOrder({ ownerId, orderId }, async (tx, order) => {
    const attempt = await tx.paymentAttempt.findFirstOrThrow({ where: { id: attemptId, ownerId } })
    const status = attempt.status
    const waits = status === 'redirected' || status === 'authorised'
    const keepsCode = waits && attempt.codeSealed === null && attempt.codeUsedAt === null && codeSealed !== null
    const isFirst = attempt.returnedAt === null
    await tx.paymentAttempt.updateMany({
      where: { id: attemptId, ownerId },
      data: omitUndefined({
        returnedAt: isFirst ? now() : undefined,
        codeSealed: keepsCode ? codeSealed : undefined,
        // The bank is asked now, whatever the address says.
        nextAt: attempt.nextAt === null || status === 'sending' ? undefined : now(),
      }),
    })
    if (isFirst) {
      const detail = { code: isCode, error: cleanText(query.get('error') ?? '', 40) }
      await appendEvent(tx, order, 'payer.returned', { by: 'payer', detail, attemptId })
    }
    // A refused cancellation reads like a pending one in the bank's answer; only the return address tells them apart.
    if (query.get('error') !== null && !waits) {
      const open = await tx.paymentCancellation.findMany({
        where: { attemptId, ownerId, endedAt: null, status: 'redirected' },
      })
      for (const one of open) await endCancellation(tx, order, one, 'refused')
    }
  })
}
