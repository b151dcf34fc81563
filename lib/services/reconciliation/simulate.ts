import { randomUUID } from 'node:crypto'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { formatAmount, parseAmount } from '@guichet/values/money/minor.ts'
import type { StoreResult } from '#lib/base/idempotent-result.ts'
import { isUuid } from '#lib/base/ids.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import type { AttemptEvent, AttemptStatus } from '#lib/domain/payments/attempt/machine.ts'
import { paidBy } from '#lib/domain/payments/order/paid.ts'
import type { OrderStatus } from '#lib/domain/payments/order/status.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { readEnv } from '#lib/env.ts'
import { ordersOf } from '#lib/services/merchant/actor.ts'
import { findReplaceable, idsFor, storeAttempt } from '#lib/services/payments/attempts.ts'
import { requireStartable } from '#lib/services/payments/live-limits.ts'
import { executionDayOf, requestOf } from '#lib/services/payments/orders.ts'
import { newUnguessableId, sealForAttempt } from '#lib/services/payments/secrets.ts'
import { inOrder, moveAttempt, type OrderRow, refreshOrder } from '#lib/services/payments/state.ts'
import type { simulatedOutcomes } from '#lib/views/v1/simulations.ts'
import { matchCredit } from './matches.ts'

/** Outcomes of test mode for a merchant's own tests: the states and events of the real thing, without a bank. */

type Outcome = (typeof simulatedOutcomes)[number]
type AtBank = Exclude<Outcome, 'received' | 'expired'>

type Verdict = { events: readonly AttemptEvent[]; bankStatus: string; bankReason: string | null }

/** What whoever approves would have done, and the bank would have said. */
const verdicts: Readonly<Record<AtBank, Verdict>> = {
  pending: { events: ['authorised', 'confirming'], bankStatus: 'ACTC', bankReason: null },
  confirmed: { events: ['authorised', 'confirming', 'confirmed'], bankStatus: 'ACSP', bankReason: null },
  executed: { events: ['bank_executed'], bankStatus: 'ACSC', bankReason: null },
  partly_executed: { events: ['bank_partly_executed'], bankStatus: 'PART', bankReason: null },
  rejected: { events: ['bank_rejected'], bankStatus: 'RJCT', bankReason: 'AM04' },
  refused: { events: ['bank_rejected'], bankStatus: 'RJCT', bankReason: 'CUST' },
  held: { events: ['mismatch'], bankStatus: 'ACSP', bankReason: null },
}
/** Of an attempt that was simulated so far. */
const goesOn: Readonly<Record<AtBank, readonly AttemptStatus[]>> = {
  pending: [],
  confirmed: ['confirming'],
  executed: ['confirming', 'confirmed'],
  partly_executed: ['confirming', 'confirmed'],
  rejected: ['confirming', 'confirmed'],
  refused: [],
  held: ['confirming', 'confirmed'],
}

export type Simulated = {
  readonly paymentId: string
  readonly outcome: Outcome
  readonly status: OrderStatus
  readonly paid: boolean
  readonly receivedAmount: string
}

/**
 * Refusals: `not_found`; `invalid_input` (`payment_id` for a live payment, `amount`); `payment_over`, `payment_under_way`;
 * `organisation_suspended`.
 */
export async function simulateOutcome<Result>(
  actor: Actor<'payment.simulate'>,
  wish: { readonly orderId: string; readonly outcome: Outcome; readonly amount: string | null },
  keep: StoreResult<Simulated, Result>,
): Promise<Result> {
  const { orderId, outcome, amount } = wish
  if (actor.mode !== 'test') refuse('payment_id', 'must be a payment of test mode: use a test key')
  if (amount !== null && outcome !== 'received') refuse('amount', 'only goes with the outcome received')
  const where = { id: orderId, ...ordersOf(actor) }
  if (!isUuid(orderId) || (await db().paymentOrder.count({ where })) === 0) throw new Refused('not_found')
  return inOrder({ ownerId: actor.organisationId, orderId }, async (tx, order) => {
    if (outcome === 'received') await receive(tx, order, amount)
    else if (outcome === 'expired') await expire(tx, order)
    else await sayAtBank(tx, order, outcome)
    const after = await tx.paymentOrder.findUniqueOrThrow({ where: { id: orderId, ownerId: order.ownerId } })
    const { status, receivedMinor, currency } = after
    const receivedAmount = formatAmount({ amountMinor: receivedMinor, currency })
    return keep(tx, { paymentId: orderId, outcome, status, paid: paidBy(after) !== null, receivedAmount })
  })
}

function refuse(field: string, why: string): never {
  throw new Refused('invalid_input', { field, why, issues: [{ field, why, fault: 'value_not_valid' }] })
}

/** Read on the account and matched, for reconciliation and books too. */
async function receive(tx: Tx, order: OrderRow, amount: string | null): Promise<void> {
  const { id, ownerId, kind, currency } = order
  if (kind === 'refund') refuse('outcome', 'money is received for a payment, not for a refund')
  const amountMinor = amount === null ? order.amountMinor : (parseAmount(amount, currency)?.amountMinor ?? 0n)
  if (amountMinor <= 0n) refuse('amount', 'must be above zero')
  const at = now()
  const credit = await tx.incomingCredit.create({
    data: {
      organisationId: ownerId,
      // Of no account.
      accountId: ownerId,
      key: `simulated:${randomUUID()}`,
      mode: order.mode,
      amountMinor,
      currency,
      day: new Date(parisDay(at)),
      remittance: [order.structuredReference],
      createdAt: at,
    },
  })
  const given = { creditId: credit.id, orderId: id, amountMinor, by: 'structured_reference', userId: null } as const
  await matchCredit(ownerId, given, tx)
}

async function expire(tx: Tx, order: OrderRow): Promise<void> {
  const { id, ownerId } = order
  await findReplaceable(tx, order)
  const expired = await tx.paymentOrder.update({ where: { id, ownerId }, data: { expiresAt: now() } })
  await refreshOrder(tx, expired)
}

/** Of an attempt that no worker looks after, and without an id of a bank: it knows nothing of it. */
async function sayAtBank(tx: Tx, order: OrderRow, outcome: AtBank): Promise<void> {
  const { id: orderId, ownerId } = order
  const among = { orderId, ownerId, resourceId: null, status: { in: [...goesOn[outcome]] } }
  const begun = await tx.paymentAttempt.findFirst({ where: among, select: { id: true, status: true } })
  const { id, status: from } = begun ?? (await newAttempt(tx, order))
  const { events, bankStatus, bankReason } = verdicts[outcome]
  const said = { bankStatus, bankReason }
  const approval = begun !== null || outcome === 'refused' || outcome === 'rejected' ? {} : { authorisedAt: now() }
  await tx.paymentAttempt.update({ where: { id, ownerId }, data: { ...said, ...approval } })
  await tx.paymentInstruction.updateMany({ where: { attemptId: id, ownerId }, data: said })
  let status = from
  for (const event of events) status = (await moveAttempt(tx, order, { id, status }, { event, by: 'bank' })) ?? status
}

/** Shown to whoever approves. */
async function newAttempt(tx: Tx, order: OrderRow): Promise<{ readonly id: string; readonly status: AttemptStatus }> {
  const { id: orderId, ownerId, kind } = order
  await findReplaceable(tx, order)
  if (kind !== 'refund') await requireStartable(tx, order)
  const bank = await tx.bank.findFirst({
    where: { platform: 'sandbox', supports: { has: 'payments' } },
    orderBy: { code: 'asc' },
  })
  if (bank === null) throw new Refused('bank_unknown', { field: 'bank' })
  const [ids, attemptId, reportId] = [idsFor(order), randomUUID(), newUnguessableId()]
  const executionDate = executionDayOf(order)
  const request = requestOf(order, {
    initiatingPartyName: readEnv('LEGAL_NAME'),
    executionDate,
    ids,
    isInstant: false,
    debtorIban: order.debtorIban,
  })
  const attempt = await storeAttempt(
    tx,
    {
      id: attemptId,
      orderId,
      ownerId,
      bankCode: bank.code,
      requestId: randomUUID().replaceAll('-', ''),
      isInstant: false,
      reportSealed: await sealForAttempt(attemptId, 'reportSealed', reportId),
      reportHash: hashOf(reportId),
      paymentInformationId: ids.paymentInformationId,
      executionDate: new Date(executionDate),
    },
    request,
  )
  await moveAttempt(tx, order, attempt, { event: 'sending', by: 'us', detail: { bank: bank.code } })
  const shown = { event: 'answered', by: 'bank', data: { nextAt: null } } as const
  await moveAttempt(tx, order, { id: attemptId, status: 'sending' }, shown)
  return { id: attemptId, status: 'redirected' }
}
