import { randomUUID } from 'node:crypto'
import type { Bank } from '@guichet/stet/bank.ts'
import { BankError } from '@guichet/stet/errors.ts'
import { type CreatedPayment, createPayment } from '@guichet/stet/payments.ts'
import type { PaymentRequest } from '@guichet/stet/terms/payment-request.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { openBank, reportUrlOf } from '#lib/banks.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { nextReadAt } from '#lib/domain/payments/attempt/machine.ts'
import { isInstantAt } from '#lib/domain/payments/order/instant.ts'
import { attemptObstacle } from '#lib/domain/payments/order/status.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readEnv } from '#lib/env.ts'
import { recordCalls } from '#lib/services/banks/calls.ts'
import { policyOf, toRefused } from '#lib/services/banks/refusal.ts'
import { requireStartable } from './live-limits.ts'
import { executionDayOf, refuseFaults, requestOf } from './orders.ts'
import { newPaymentId, newUnguessableId, pispTokenOf, sealForAttempt } from './secrets.ts'
import { appendEvent, inOrder, moveAttempt, type OrderRow } from './state.ts'

/** Attempts: starting an order's payment at a bank. */

export type AttemptStart = {
  readonly bankCode: string
  /** If known, the bank skips its account selection and offers this account only. Null: none; by default the order's. */
  readonly debtorIban?: string | null
  /** The online-banking identifier, if the payer typed it: skips the bank's first screen. Never stored. */
  readonly debtorIdentification?: string | null
  readonly presence: Presence
  readonly payerUserId?: string | null
}

export type StartedAttempt = { readonly attemptId: string; readonly redirectTo: string }

const startLimit = { limit: 20, windowSeconds: 600 }

/** The bank waits 30 minutes for its PSU (bank:D38); a little longer, so that its own status arrives first. */
export const attemptLifeMs = 35 * 60_000
/** After this time a sweep gives the creation up as lost: longer than any time limit of a call. */
const creationMs = 90_000
/** After a lost answer one new attempt is made while the payer waits (bank:D43). */
const maxCreations = 2

/**
 * Starts an attempt of an order at a bank and returns where to send the payer. All ids are committed before the request is sent; an
 * attempt whose answer is lost is given up and another one made with ids of its own (bank:D43). An attempt that still waits for its payer
 * is superseded: it will never be confirmed.
 * Refusals: `not_found`, `too_many_tries`, `bank_unknown` (also for one that takes no payments, is of the other mode, or offers no
 * instant transfers for an order that requires one),
 * `payment_under_way`, `payment_over`, `bank_unavailable`, `bank_refused`; `organisation_suspended` and `payment_limit_reached` for a
 * merchant's order, except a refund.
 */
export async function startAttempt(ownerId: string, orderId: string, start: AttemptStart): Promise<StartedAttempt> {
  const [{ bank, isInstant }] = await Promise.all([
    openPayingBank(ownerId, orderId, start.bankCode),
    takeTry(`payment:${orderId}`, startLimit),
  ])
  const calls = recordCalls({
    userId: start.payerUserId ?? null,
    connectionId: null,
    bankCode: bank.code,
    presence: start.presence,
  })
  try {
    const token = await pispTokenOf(bank, calls.context)
    for (let creations = 1; ; creations += 1) {
      const planned = await planAttempt(ownerId, orderId, { bank, isInstant }, start)
      try {
        const created = await createPayment(bank, token, planned.request, planned.urls, {
          ...calls.context,
          requestId: planned.requestId,
        })
        const [kept] = await Promise.all([
          storeCreated(ownerId, orderId, planned.attemptId, created),
          // In parallel, so that the payer waits only for the slower of the two.
          calls.written(),
        ])
        return kept
      } catch (error) {
        await storeFailure(ownerId, orderId, planned.attemptId, error)
        if (!mayStandAtBank(error) || creations >= maxCreations) throw error
      }
    }
  } catch (error) {
    throw toRefused(error, 'payment.start')
  } finally {
    await calls.written()
  }
}

type PayingBank = { readonly bank: Bank; readonly isInstant: boolean }

async function openPayingBank(ownerId: string, orderId: string, bankCode: string): Promise<PayingBank> {
  const [order, row] = await Promise.all([
    db().paymentOrder.findFirst({
      where: { id: orderId, ownerId },
      select: { mode: true, instant: true, ownerKind: true },
    }),
    db().bank.findUnique({ where: { code: bankCode }, select: { supports: true, platform: true } }),
  ])
  if (!order) throw new Refused('not_found')
  const isOfMode = row !== null && (row.platform === 'sandbox') === (order.mode === 'test')
  const bank = isOfMode && row.supports.includes('payments') ? await openBank(bankCode) : null
  // A person's own account says whether it can pay instantly (`offerOf`).
  const offersInstant = order.ownerKind === 'person' || Boolean(row?.supports.includes('instant'))
  const isInstant = isInstantAt(order.instant, offersInstant)
  if (!bank || isInstant === null) throw new Refused('bank_unknown', { field: 'bank' })
  return { bank, isInstant }
}

type Planned = {
  readonly attemptId: string
  readonly requestId: string
  readonly request: PaymentRequest
  readonly urls: { readonly successful: string; readonly unsuccessful: string }
}

/** Commits all ids that must be unique at the bank before anything is sent. */
async function planAttempt(
  ownerId: string,
  orderId: string,
  { bank, isInstant }: PayingBank,
  start: AttemptStart,
): Promise<Planned> {
  const attemptId = randomUUID()
  // A UUIDv4 (C17) without its hyphens: no id of a payment has more than 35 characters (bank:D30).
  const requestId = randomUUID().replaceAll('-', '')
  const reportId = newUnguessableId()
  const reportSealed = await sealForAttempt(attemptId, 'reportSealed', reportId)
  return inOrder({ ownerId, orderId }, async (tx, order) => {
    if (order.ownerKind === 'organisation' && order.kind !== 'refund') await requireStartable(tx, order)
    const earlier = await findReplaceable(tx, order)
    const executionDate = executionDayOf(order)
    const ids = idsFor(order)
    const request = requestOf(order, {
      initiatingPartyName: readEnv('LEGAL_NAME'),
      executionDate,
      ids,
      isInstant,
      debtorIban: start.debtorIban === undefined ? order.debtorIban : start.debtorIban,
      debtorIdentification: start.debtorIdentification ?? null,
    })
    refuseFaults(request)
    const at = now()
    const attempt = await tx.paymentAttempt.create({
      data: {
        id: attemptId,
        orderId,
        ownerId,
        bankCode: bank.code,
        status: 'created',
        paymentInformationId: ids.paymentInformationId,
        requestId,
        executionDate: new Date(executionDate),
        debtorIban: request.debtorIban,
        isInstant,
        reportHash: hashOf(reportId),
        reportSealed,
        createdAt: at,
        expiresAt: new Date(at.getTime() + attemptLifeMs),
        nextAt: new Date(at.getTime() + creationMs),
      },
    })
    await tx.paymentInstruction.createMany({
      data: request.instructions.map(({ instructionId, endToEndId, amount, remittance }, position) => ({
        attemptId,
        instructionId,
        endToEndId,
        ownerId,
        position,
        remittance: [...remittance],
        amountMinor: amount.amountMinor,
        currency: amount.currency,
      })),
    })
    if (start.payerUserId && order.payerUserId === null) {
      await tx.paymentOrder.update({ where: { id: orderId, ownerId }, data: { payerUserId: start.payerUserId } })
    }
    // After this one is there: an order whose time is over would be told to have expired between the two.
    for (const one of earlier) {
      await moveAttempt(tx, order, one, { event: 'superseded', by: 'payer', data: { reason: 'superseded' } })
    }
    await moveAttempt(tx, order, attempt, { event: 'sending', by: 'us', detail: { bank: bank.code } })
    return { attemptId, requestId, request, urls: reportUrls(bank.code, reportId) }
  })
}

/** The addresses to which the bank redirects the payer (bank:D45). */
export function reportUrls(bankCode: string, reportId: string) {
  const successful = reportUrlOf(bankCode, reportId)
  return { successful, unsuccessful: `${successful}/ko` }
}

/** The order's earlier attempts, if another may start: one that waits for a payer elsewhere is superseded, and never confirmed. */
async function findReplaceable(tx: Tx, order: OrderRow) {
  const attempts = await tx.paymentAttempt.findMany({ where: { orderId: order.id, ownerId: order.ownerId } })
  const obstacle = attemptObstacle(order, attempts, now())
  if (obstacle === 'being_paid' || obstacle === 'held') throw new Refused('payment_under_way')
  if (obstacle !== null) throw new Refused('payment_over')
  return attempts
}

function idsFor({ instructions }: OrderRow) {
  const count = Array.isArray(instructions) ? instructions.length : 0
  return {
    paymentInformationId: newPaymentId(),
    instructions: Array.from({ length: count }, () => ({ instructionId: newPaymentId(), endToEndId: newPaymentId() })),
  }
}

async function storeCreated(
  ownerId: string,
  orderId: string,
  attemptId: string,
  { resourceId, consentUrl }: CreatedPayment,
): Promise<StartedAttempt> {
  const consentSealed = await sealForAttempt(attemptId, 'consentSealed', consentUrl.href)
  const moved = await inOrder({ ownerId, orderId }, async (tx, order) => {
    const attempt = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId, ownerId } })
    const at = now()
    const data = { resourceId, consentSealed, redirectedAt: at, nextAt: nextReadAt(attempt.createdAt, at) }
    const next = await moveAttempt(tx, order, attempt, { event: 'answered', by: 'bank', data })
    if (next !== null) await appendEvent(tx, order, 'payer.redirected', { by: 'payer', attemptId })
    return next
  })
  // Another attempt superseded it while the bank answered.
  if (moved === null) throw new Refused('payment_under_way')
  return { attemptId, redirectTo: consentUrl.href }
}

/** A request whose id we never learned can't be looked up at the bank, so the attempt is given up (bank:D43). */
async function storeFailure(ownerId: string, orderId: string, attemptId: string, error: unknown): Promise<void> {
  const said = error instanceof BankError ? (error.code ?? error.rawCode ?? error.kind) : 'our_fault'
  const reason = cleanText(said, 70)
  await inOrder({ ownerId, orderId }, async (tx, order) => {
    const attempt = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId, ownerId } })
    const event = mayStandAtBank(error) ? 'answer_lost' : 'refused'
    await moveAttempt(tx, order, attempt, { event, by: 'bank', data: { reason }, detail: { code: reason } })
  })
}

function mayStandAtBank(error: unknown): boolean {
  if (!(error instanceof BankError)) return false
  // A success without id or link left a request at the bank that nobody can find.
  return policyOf(error)?.answerLost || (error.status !== null && error.status >= 200 && error.status < 300)
}
