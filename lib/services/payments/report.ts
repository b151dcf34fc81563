import { setTimeout as wait } from 'node:timers/promises'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import { mayFallBack } from '#lib/domain/payments/order/instant.ts'
import { wasReplaced } from '#lib/domain/payments/order/stage.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { type AttemptStart, startAttempt } from './attempts.ts'
import { endCancellation } from './bank-answer.ts'
import { driveAttempt } from './drive.ts'
import { sealForAttempt } from './secrets.ts'
import { appendEvent, inOrder } from './state.ts'

/** Parameters are hints; the code lives a minute (bank:D45). */

export type Report = {
  readonly bankCode: string
  readonly reportId: string
  readonly query: URLSearchParams
  readonly presence: Presence
}

/** Where the browser goes on. */
export type ReportedOrder = {
  readonly orderId: string
  readonly ownerId: string
  readonly ownerKind: string
  readonly kind: string
  readonly publicId: string
  /** If replaced by another. */
  readonly replaced: number | null
  /** To the bank once more, for an ordinary transfer. */
  readonly redirectTo: string | null
}

const longestCode = 2_000
const mostDrives = 20
const driveAgainMs = 100

/**
 * In any browser: the payment belongs to the order. The code is stored sealed first, then the attempt driven.
 * Repeated calls have one effect (P8). Null: unknown, or another bank (C3).
 */
export async function receiveReport({ bankCode, reportId, query, presence }: Report): Promise<ReportedOrder | null> {
  const found = await db().paymentAttempt.findUnique({
    where: { reportHash: hashOf(reportId) },
    include: { order: { select: { publicId: true, ownerKind: true, kind: true, instant: true, payerUserId: true } } },
  })
  if (!found || found.bankCode !== bankCode) return null
  const { id: attemptId, ownerId, orderId } = found
  const key = { ownerId, orderId, attemptId }
  const waited = await storeReport(key, query)
  // A worker that reads it at this moment is done in an instant, and what it read decides where the payer goes.
  for (let tries = 1; !(await driveAttempt(attemptId, presence)) && tries < mostDrives; tries += 1)
    await wait(driveAgainMs)
  // Whoever has the address can add an error: what the bank says of it comes first.
  if (query.get('error') && !waited) await refuseCancellations(key)
  const attempts = await db().paymentAttempt.findMany({ where: { orderId, ownerId }, orderBy: { createdAt: 'asc' } })
  const at = attempts.findIndex(({ id }) => id === attemptId)
  const own = attempts[at]
  const { publicId, ownerKind, kind, instant, payerUserId } = found.order
  const falls = found.returnedAt === null && instant === 'preferred' && at === attempts.length - 1
  const redirectTo = falls && own && mayFallBack(own) ? await startOrdinary(own, { presence, payerUserId }) : null
  return { orderId, ownerId, publicId, ownerKind, kind, replaced: own && wasReplaced(own) ? at + 1 : null, redirectTo }
}

type Payer = Pick<AttemptStart, 'presence' | 'payerUserId'>

/** While the payer is here. Null: the payment's page says why not. */
async function startOrdinary(refused: Prisma.PaymentAttemptGetPayload<object>, payer: Payer): Promise<string | null> {
  const { ownerId, orderId, bankCode, debtorIban } = refused
  try {
    return (await startAttempt(ownerId, orderId, { bankCode, debtorIban, ...payer })).redirectTo
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

type AttemptKey = { readonly ownerId: string; readonly orderId: string; readonly attemptId: string }

/** Whether the attempt waited for the payer. */
async function storeReport({ ownerId, orderId, attemptId }: AttemptKey, query: URLSearchParams): Promise<boolean> {
  // A gateway may have added a space or a line end.
  const code = query.get('code')?.trim() ?? ''
  const isCode = code !== '' && code.length <= longestCode
  const codeSealed = isCode ? await sealForAttempt(attemptId, 'codeSealed', code) : null
  return inOrder({ ownerId, orderId }, async (tx, order) => {
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
        // Whatever the address says.
        nextAt: attempt.nextAt === null || status === 'sending' ? undefined : now(),
      }),
    })
    if (isFirst) {
      const detail = { code: isCode, error: cleanText(query.get('error') ?? '', 40) }
      await appendEvent(tx, order, 'payer.returned', { by: 'payer', detail, attemptId })
    }
    return waits
  })
}

/** Only the return address tells a refused one from a pending one. */
function refuseCancellations({ ownerId, orderId, attemptId }: AttemptKey): Promise<void> {
  return inOrder({ ownerId, orderId }, async (tx, order) => {
    const open = await tx.paymentCancellation.findMany({
      where: { attemptId, ownerId, endedAt: null, status: 'redirected' },
    })
    for (const one of open) await endCancellation(tx, order, one, 'refused')
  })
}
