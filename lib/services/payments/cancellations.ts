import { randomUUID } from 'node:crypto'
import type { Bank } from '@guichet/stet/bank.ts'
import { BankError } from '@guichet/stet/errors.ts'
import { cancelPayment, type PaymentReading, readPayment } from '@guichet/stet/payments.ts'
import { valueOr } from '@guichet/stet/terms/parsed-field.ts'
import { instructionsShown, isNamed } from '@guichet/stet/terms/payment-copy.ts'
import type { CancellationReason, Recurrence } from '@guichet/stet/terms/payment-request.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { openBank } from '#lib/banks.ts'
import type { StoreResult } from '#lib/base/idempotent-result.ts'
import { inParallel } from '#lib/base/in-parallel.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { type CancellationCondition, checkCancellation } from '#lib/domain/payments/attempt/cancellation.ts'
import { isFinalAttempt } from '#lib/domain/payments/attempt/machine.ts'
import { nextExecution } from '#lib/domain/payments/transfer/standing-order.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { type RecordedCalls, recordCalls } from '#lib/services/banks/calls.ts'
import { policyOf, toRefused } from '#lib/services/banks/refusal.ts'
import { seal } from '#lib/vault.ts'
import { applyReading, askedOf, attemptIn, endCancellation } from './bank-answer.ts'
import { consentColumn, withPispToken } from './secrets.ts'
import { type AttemptRow, appendEvent, inOrder, type OrderRow } from './state.ts'

/** Document 2, note 6: read, decide, authorised by the PSU, never confirmed. */

type OrderKey = { readonly ownerId: string; readonly orderId: string }

export type CancellationCheck = {
  readonly attemptId: string
  readonly conditions: readonly { readonly condition: CancellationCondition; readonly holds: boolean }[]
  readonly mayCancel: boolean
}

export type CancellationWish = {
  readonly reason: CancellationReason
  /** Empty: all. */
  readonly instructionIds: readonly string[]
  /** Null: an API key. */
  readonly presence: Presence | null
  readonly askedByUserId: string | null
}

/** bank:D38. */
const cancellationLifeMs = 35 * 60_000

/**
 * Every condition of note 6, as the bank shows it. Refusals: `not_found`, `payment_over`, `bank_unavailable`,
 * `bank_refused`.
 */
export async function readCancellation(
  orderKey: OrderKey,
  instructionIds: readonly string[],
  presence: Presence | null,
): Promise<CancellationCheck> {
  const { order, attempt, bank } = await openPayment(orderKey)
  return withCalls(bank, order, presence, async calls => {
    const reading = await readBankStatus(bank, attempt, calls)
    await applyReading(orderKey, attempt, reading.payment)
    const conditions = conditionsOf(order, attempt, reading, instructionIds)
    return { attemptId: attempt.id, conditions, mayCancel: conditions.every(({ holds }) => holds) }
  })
}

export type StartedCancellation = { readonly cancellationId: string; readonly redirectTo: string }

/**
 * Where the PSU authorises it. Committed before the PUT; a lost answer is decided by the next read. Refusals: as
 * `readCancellation`, `payment_not_cancellable` (first failing condition).
 */
export async function startCancellation<Result>(
  orderKey: OrderKey,
  wish: CancellationWish,
  keep: StoreResult<StartedCancellation, Result>,
): Promise<Result> {
  const { order, attempt, bank } = await openPayment(orderKey)
  return withCalls(bank, order, wish.presence, async calls => {
    const reading = await readBankStatus(bank, attempt, calls)
    await applyReading(orderKey, attempt, reading.payment)
    const failing = conditionsOf(order, attempt, reading, wish.instructionIds).find(({ holds }) => !holds)
    if (failing) throw new Refused('payment_not_cancellable', { field: failing.condition })
    const cancellationId = await planCancellation(orderKey, attempt.id, wish, reading.payment.status === 'ACSP')
    try {
      const current = { resourceId: attempt.resourceId ?? '', raw: reading.raw }
      const instructionIds = wish.instructionIds.length === 0 ? null : wish.instructionIds
      const said = { reason: wish.reason, instructionIds }
      const { consentUrl } = await withPispToken(bank, calls.context, token =>
        cancelPayment(bank, token, { payment: current, order: said }, calls.context),
      )
      return await db().$transaction(async tx => {
        await storeConsentUrl(tx, orderKey, cancellationId, consentUrl)
        return keep(tx, { cancellationId, redirectTo: consentUrl.href })
      })
    } catch (error) {
      await storeFailed(orderKey, cancellationId, error)
      throw error
    }
  })
}

async function withCalls<T>(
  bank: Bank,
  order: OrderRow,
  presence: Presence | null,
  act: (calls: RecordedCalls) => Promise<T>,
): Promise<T> {
  const calls = recordCalls({ userId: order.payerUserId, connectionId: null, bankCode: bank.code, presence })
  try {
    return await act(calls)
  } catch (error) {
    throw toRefused(error, 'payment.cancel')
  } finally {
    await calls.written()
  }
}

async function openPayment({ ownerId, orderId }: OrderKey) {
  const order = requireFound(await db().paymentOrder.findFirst({ where: { id: orderId, ownerId } }))
  const attempts = await db().paymentAttempt.findMany({
    where: { orderId, ownerId, resourceId: { not: null } },
    include: { instructions: true },
    orderBy: { createdAt: 'desc' },
  })
  const attempt = attempts.find(one => !isFinalAttempt(one.status))
  const bank = attempt ? await openBank(attempt.bankCode) : null
  if (!attempt || !bank) throw new Refused('payment_over')
  return { order, attempt, bank }
}

async function readBankStatus(bank: Bank, attempt: AttemptRow, calls: RecordedCalls): Promise<PaymentReading> {
  const address = { resourceId: attempt.resourceId ?? '', creationRequestId: attempt.requestId }
  return withPispToken(bank, calls.context, token => readPayment(bank, token, address, calls.context))
}

function conditionsOf(
  order: OrderRow,
  attempt: AttemptRow,
  { payment }: PaymentReading,
  instructionIds: readonly string[],
) {
  const { recurrence, executionDate } = askedOf(order, attempt)
  const today = parisDay(now())
  const named = instructionsShown(payment).filter(one => isNamed(instructionIds, one))
  return checkCancellation(
    {
      status: payment.status,
      serviceLevel: payment.serviceLevel,
      localInstrument: payment.localInstrument,
      instructions: named.map(({ status, amount }) => ({
        status,
        currency: valueOr(amount)?.currency ?? null,
        isRecurrent: recurrence !== null,
        nextExecutionDate: nextDayOf(executionDate, recurrence, today),
      })),
    },
    today,
  )
}

function nextDayOf(first: string, recurrence: Recurrence | null, today: string): string | null {
  return recurrence === null ? first : nextExecution({ firstDay: first, ...recurrence }, today)
}

function planCancellation(
  orderKey: OrderKey,
  attemptId: string,
  wish: CancellationWish,
  wasConsented: boolean,
): Promise<string> {
  return inOrder(orderKey, async (tx, order) => {
    const attempt = await attemptIn(tx, order, attemptId)
    // It may have ended since, and nothing would end the cancellation.
    if (isFinalAttempt(attempt.status)) throw new Refused('payment_over')
    // Replaces one that waits.
    const open = await tx.paymentCancellation.findMany({ where: { attemptId, ownerId: order.ownerId, endedAt: null } })
    for (const one of open) await endCancellation(tx, order, one, 'lost')
    const at = now()
    const { id } = await tx.paymentCancellation.create({
      data: {
        id: randomUUID(),
        attemptId,
        ownerId: order.ownerId,
        reason: wish.reason,
        instructionIds: [...wish.instructionIds],
        wasConsented,
        askedByUserId: wish.askedByUserId,
        createdAt: at,
        expiresAt: new Date(at.getTime() + cancellationLifeMs),
      },
    })
    const detail = { reason: wish.reason, instructions: wish.instructionIds.length }
    await appendEvent(tx, order, 'cancellation.asked', { by: 'owner', detail, attemptId: attempt.id })
    return id
  })
}

async function storeConsentUrl(tx: Tx, { ownerId }: OrderKey, cancellationId: string, consentUrl: URL): Promise<void> {
  const consentSealed = await seal(consentUrl.href, consentColumn(cancellationId))
  await tx.paymentCancellation.updateMany({
    where: { id: cancellationId, ownerId, endedAt: null },
    data: { status: 'redirected', consentSealed },
  })
}

async function storeFailed(orderKey: OrderKey, cancellationId: string, error: unknown): Promise<void> {
  const isLost = error instanceof BankError && policyOf(error)?.answerLost === true
  await inOrder(orderKey, async (tx, order) => {
    const one = await tx.paymentCancellation.findFirst({ where: { id: cancellationId, ownerId: order.ownerId } })
    if (one) await endCancellation(tx, order, one, isLost ? 'lost' : 'failed')
  })
}

/** Never authorised: nothing changed. Returns how many. */
export async function sweepCancellations(limit = 100): Promise<number> {
  const due = await db().paymentCancellation.findMany({
    where: { endedAt: null, expiresAt: { lte: now() } },
    include: { attempt: { select: { orderId: true } } },
    take: limit,
  })
  await inParallel(due, 1, one =>
    inOrder({ ownerId: one.ownerId, orderId: one.attempt.orderId }, (tx, order) =>
      endCancellation(tx, order, one, 'refused'),
    ),
  )
  return due.length
}
