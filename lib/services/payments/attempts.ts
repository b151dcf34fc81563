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
import { db, type Prisma, type Tx } from '#lib/db.ts'
import { nextReadAt } from '#lib/domain/payments/attempt/machine.ts'
import { isInstantAt, wasRefusedInstant } from '#lib/domain/payments/order/instant.ts'
import { attemptRefusal } from '#lib/domain/payments/order/status.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readEnv } from '#lib/env.ts'
import { recordCalls } from '#lib/services/banks/calls.ts'
import { policyOf, toRefused } from '#lib/services/banks/refusal.ts'
import { requireStartable } from './live-limits.ts'
import { executionDayOf, refuseFaults, requestOf } from './orders.ts'
import { listOrdinaryBanks } from './ordinary-banks.ts'
import { isPaidElsewhere } from './paid.ts'
import { newPaymentId, newUnguessableId, pispTokenOf, sealForAttempt, withPispToken } from './secrets.ts'
import { appendEvent, inOrder, moveAttempt, type OrderRow } from './state.ts'

export type AttemptStart = {
  readonly bankCode: string
  /** The bank offers only this one. Null: none; by default the order's. */
  readonly debtorIban?: string | null
  /** Skips the bank's first screen. Never stored. */
  readonly debtorIdentification?: string | null
  readonly presence: Presence
  readonly payerUserId?: string | null
}

export type StartedAttempt = { readonly attemptId: string; readonly redirectTo: string }

const startLimit = { limit: 20, windowSeconds: 600 }

/** bank:D38 has 30: the bank's status comes first. */
export const attemptLifeMs = 35 * 60_000
/** Longer than any call: given up as lost. */
const creationMs = 90_000
/** While the payer waits (bank:D43). */
const maxCreations = 2

/**
 * Returns where to send the payer. Ids are committed first; a lost answer gives up the attempt for another
 * (bank:D43); a waiting one is superseded. Refusals: `not_found`, `too_many_tries`, `bank_unknown` (also no
 * payments, other mode, no instant), `payment_under_way`, `payment_over`, `bank_unavailable`, `bank_refused`; for
 * merchants' orders `organisation_suspended`, `payment_limit_reached`.
 */
export async function startAttempt(ownerId: string, orderId: string, start: AttemptStart): Promise<StartedAttempt> {
  const [paying] = await Promise.all([
    openPayingBank(ownerId, orderId, start.bankCode),
    takeTry(`payment:${orderId}`, startLimit),
  ])
  const { bank } = paying
  const calls = recordCalls({
    userId: start.payerUserId ?? null,
    connectionId: null,
    bankCode: bank.code,
    presence: start.presence,
  })
  try {
    // Without a token nothing is planned.
    await pispTokenOf(bank, calls.context)
    for (let creations = 1; ; creations += 1) {
      const planned = await planAttempt(ownerId, orderId, paying, start)
      try {
        const created = await withPispToken(bank, calls.context, token =>
          createPayment(bank, token, planned, { ...calls.context, requestId: planned.requestId }),
        )
        const [kept] = await Promise.all([
          storeCreated(ownerId, orderId, planned, created),
          // The payer waits for the slower only.
          calls.written(),
        ])
        return kept
      } catch (error) {
        const failed = await storeFailure(ownerId, orderId, planned.attemptId, error)
        const fallsBack = planned.mayFallBack && wasRefusedInstant(failed)
        if (!(fallsBack || mayStandAtBank(error)) || creations >= maxCreations) throw error
      }
    }
  } catch (error) {
    throw toRefused(error, 'payment.start')
  } finally {
    await calls.written()
  }
}

type PayingBank = { readonly bank: Bank; readonly offersInstant: boolean }

async function openPayingBank(ownerId: string, orderId: string, bankCode: string): Promise<PayingBank> {
  const [order, row] = await Promise.all([
    db().paymentOrder.findFirst({
      where: { id: orderId, ownerId },
      select: { mode: true, instant: true, ownerKind: true },
    }),
    db().bank.findUnique({ where: { code: bankCode }, select: { supports: true, platform: true, enabled: true } }),
  ])
  if (!order) throw new Refused('not_found')
  const isOfMode = row?.enabled && (row.platform === 'sandbox') === (order.mode === 'test')
  const bank = isOfMode && row.supports.includes('payments') ? await openBank(bankCode) : null
  // A person's account says so (`offerOf`).
  const offersInstant = order.ownerKind === 'person' || Boolean(row?.supports.includes('instant'))
  if (!bank || isInstantAt(order.instant, offersInstant) === null) throw new Refused('bank_unknown', { field: 'bank' })
  return { bank, offersInstant }
}

type Planned = {
  readonly attemptId: string
  readonly createdAt: Date
  readonly requestId: string
  readonly request: PaymentRequest
  /** To an ordinary transfer, if the bank refuses this one. */
  readonly mayFallBack: boolean
  readonly urls: { readonly successful: string; readonly unsuccessful: string }
}

/** Commits all ids first. */
async function planAttempt(
  ownerId: string,
  orderId: string,
  { bank, offersInstant }: PayingBank,
  start: AttemptStart,
): Promise<Planned> {
  const attemptId = randomUUID()
  // A UUIDv4 (C17) without hyphens: ids have 35 characters (bank:D30).
  const requestId = randomUUID().replaceAll('-', '')
  const reportId = newUnguessableId()
  const reportSealed = await sealForAttempt(attemptId, 'reportSealed', reportId)
  const ordinary = await listOrdinaryBanks(start.payerUserId ?? null, start.debtorIban)
  return inOrder({ ownerId, orderId }, async (tx, order) => {
    if (order.ownerKind === 'organisation' && order.kind !== 'refund') await requireStartable(tx, order)
    const earlier = await findReplaceable(tx, order)
    const executionDate = executionDayOf(order)
    const refused = earlier.filter(wasRefusedInstant).map(({ bankCode }) => bankCode)
    const isOrdinary = [...refused, ...ordinary].includes(bank.code)
    const isInstant = isInstantAt(order.instant, offersInstant, isOrdinary) ?? true
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
    const row = { id: attemptId, orderId, ownerId, bankCode: bank.code, requestId, isInstant, reportSealed }
    const facts = { paymentInformationId: ids.paymentInformationId, executionDate: new Date(executionDate) }
    const attempt = await storeAttempt(tx, { ...row, ...facts, reportHash: hashOf(reportId) }, request)
    if (start.payerUserId && order.payerUserId === null) {
      await tx.paymentOrder.update({ where: { id: orderId, ownerId }, data: { payerUserId: start.payerUserId } })
    }
    // After this one exists, or an order over time would be told expired.
    for (const one of earlier) {
      await moveAttempt(tx, order, one, { event: 'superseded', by: 'payer', data: { reason: 'superseded' } })
    }
    await moveAttempt(tx, order, attempt, { event: 'sending', by: 'us', detail: { bank: bank.code } })
    const mayFallBack = isInstant && order.instant === 'preferred'
    const { createdAt } = attempt
    return { attemptId, createdAt, requestId, request, mayFallBack, urls: reportUrls(bank.code, reportId) }
  })
}

type NewAttempt = Omit<
  Prisma.PaymentAttemptUncheckedCreateInput,
  'id' | 'status' | 'debtorIban' | 'createdAt' | 'expiresAt' | 'nextAt'
> & { readonly id: string }

export async function storeAttempt(tx: Tx, row: NewAttempt, { debtorIban, instructions }: PaymentRequest) {
  const at = now()
  const times = {
    createdAt: at,
    expiresAt: new Date(at.getTime() + attemptLifeMs),
    nextAt: new Date(at.getTime() + creationMs),
  }
  const attempt = await tx.paymentAttempt.create({ data: { ...row, ...times, status: 'created', debtorIban } })
  await tx.paymentInstruction.createMany({
    data: instructions.map(({ instructionId, endToEndId, amount, remittance }, position) => ({
      attemptId: row.id,
      instructionId,
      endToEndId,
      ownerId: row.ownerId,
      position,
      remittance: [...remittance],
      amountMinor: amount.amountMinor,
      currency: amount.currency,
    })),
  })
  return attempt
}

/** bank:D45. */
export function reportUrls(bankCode: string, reportId: string) {
  const successful = reportUrlOf(bankCode, reportId)
  return { successful, unsuccessful: `${successful}/ko` }
}

/** One waiting elsewhere is superseded. */
export async function findReplaceable(tx: Tx, order: OrderRow) {
  const attempts = await tx.paymentAttempt.findMany({ where: { orderId: order.id, ownerId: order.ownerId } })
  const refusal = attemptRefusal(order, attempts, now())
  if (refusal === 'being_paid' || refusal === 'held') throw new Refused('payment_under_way')
  if (refusal !== null || (await isPaidElsewhere(tx, order))) throw new Refused('payment_over')
  return attempts
}

export function idsFor({ instructions }: OrderRow) {
  const count = Array.isArray(instructions) ? instructions.length : 0
  return {
    paymentInformationId: newPaymentId(),
    instructions: Array.from({ length: count }, () => ({ instructionId: newPaymentId(), endToEndId: newPaymentId() })),
  }
}

async function storeCreated(
  ownerId: string,
  orderId: string,
  { attemptId, createdAt }: Planned,
  { resourceId, consentUrl }: CreatedPayment,
): Promise<StartedAttempt> {
  const consentSealed = await sealForAttempt(attemptId, 'consentSealed', consentUrl.href)
  const moved = await inOrder({ ownerId, orderId }, async (tx, order) => {
    const at = now()
    const data = { resourceId, consentSealed, redirectedAt: at, nextAt: nextReadAt(createdAt, at) }
    const sent = { id: attemptId, status: 'sending' } as const
    const next = await moveAttempt(tx, order, sent, { event: 'answered', by: 'bank', data })
    if (next !== null) await appendEvent(tx, order, 'payer.redirected', { by: 'payer', attemptId })
    return next
  })
  // Superseded meanwhile.
  if (moved === null) throw new Refused('payment_under_way')
  return { attemptId, redirectTo: consentUrl.href }
}

/** Without an id it can't be looked up (bank:D43). */
async function storeFailure(ownerId: string, orderId: string, attemptId: string, error: unknown) {
  const said = error instanceof BankError ? (error.code ?? error.rawCode ?? error.kind) : 'our_fault'
  const reason = cleanText(said, 70)
  return inOrder({ ownerId, orderId }, async (tx, order) => {
    const attempt = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId, ownerId } })
    const event = mayStandAtBank(error) ? 'answer_lost' : 'refused'
    const next = await moveAttempt(tx, order, attempt, {
      event,
      by: error instanceof BankError ? 'bank' : 'us',
      data: { reason },
      detail: { code: reason },
    })
    return { ...attempt, reason, status: next ?? attempt.status }
  })
}

function mayStandAtBank(error: unknown): boolean {
  if (!(error instanceof BankError)) return false
  // Success without id or link: nobody can find it.
  return policyOf(error)?.answerLost || (error.status !== null && error.status >= 200 && error.status < 300)
}
