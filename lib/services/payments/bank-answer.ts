import { valueOr } from '@guichet/stet/terms/parsed-field.ts'
import {
  type AskedPayment,
  type BankPayment,
  bareIban,
  findBankInstruction,
  findMismatches,
  instructionsShown,
  isNamed,
} from '@guichet/stet/terms/payment-copy.ts'
import { isoDay } from '@guichet/values/calendar/day.ts'
import { isIban } from '@guichet/values/money/iban.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { now } from '#lib/clock.ts'
import type { Prisma, Tx } from '#lib/db.ts'
import { cancellationOutcome } from '#lib/domain/payments/attempt/cancellation.ts'
import {
  type AttemptEvent,
  type BankVerdict,
  bankVerdict,
  codeExpectedUntil,
  eventOfVerdict,
  isFinalAttempt,
  isOvertaken,
  nextReadAt,
  unreadBeforeAlarm,
} from '#lib/domain/payments/attempt/machine.ts'
import { isReturnLost } from '#lib/domain/payments/order/status.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { log } from '#lib/log.ts'
import { mailPaymentAlarm } from '#lib/services/operator/mails.ts'
import { requestOf } from './orders.ts'
import { type AttemptRow, appendEvent, inOrder, moveAttempt, type OrderRow } from './state.ts'

/** Compared with the request first. */

type Owner = { readonly ownerId: string; readonly orderId: string }

/** The debtor's account: ours, else what the bank reported. */
export function askedOf(order: OrderRow, attempt: AttemptRow): AskedPayment {
  const instructions = attempt.instructions.toSorted((one, other) => one.position - other.position)
  const asked = requestOf(order, {
    initiatingPartyName: order.creditorName,
    executionDate: isoDay(attempt.executionDate),
    ids: { paymentInformationId: attempt.paymentInformationId, instructions },
    debtorIban: attempt.debtorIban,
    isInstant: attempt.isInstant,
  })
  return { ...asked, resourceId: attempt.resourceId }
}

/** Under the order's lock. Refusals: `not_found`. */
export async function attemptIn(tx: Tx, order: OrderRow, attemptId: string): Promise<AttemptRow> {
  const attempt = await tx.paymentAttempt.findFirst({
    where: { id: attemptId, orderId: order.id, ownerId: order.ownerId },
    include: { instructions: true },
  })
  if (!attempt) throw new Refused('not_found')
  return attempt
}

/** Before the call. */
export type AskedAttempt = Pick<AttemptRow, 'id' | 'readings'>

/**
 * Another or unreadable payment: held, with an alarm (P15); else it follows the bank. Returns the verdict, `held`,
 * or `overtaken` if another answer came first. A final attempt never changes; a contradiction raises an alarm (I3).
 */
export function applyReading(
  owner: Owner,
  asked: AskedAttempt,
  shown: BankPayment,
): Promise<BankVerdict | 'held' | 'overtaken'> {
  return inOrder(owner, async (tx, order) => {
    const attempt = await attemptIn(tx, order, asked.id)
    const mismatches = findMismatches(askedOf(order, attempt), shown)
    if (mismatches.length > 0) return holdAttempt(tx, order, attempt, mismatches)
    const verdict = bankVerdict(
      shown.status,
      instructionsShown(shown).map(({ status }) => status),
    )
    if (isOvertaken(attempt.status, verdict, attempt.readings !== asked.readings)) return 'overtaken'
    await storeBankStatus(tx, order, attempt, shown, verdict)
    await followVerdict(tx, order, attempt, verdict, shown.reason)
    await endCancellations(tx, order, attempt, verdict, shown)
    return attempt.status === 'held' ? 'held' : verdict
  })
}

async function holdAttempt(
  tx: Tx,
  order: OrderRow,
  attempt: AttemptRow,
  mismatches: ReturnType<typeof findMismatches>,
): Promise<'held'> {
  const found = mismatches.map(mismatch => ({ ...mismatch }))
  const data = { mismatch: found, unread: 0, nextAt: nextReadAt(attempt.createdAt, now()) }
  const detail = { mismatches: found }
  await moveAttempt(tx, order, attempt, { event: 'mismatch', by: 'bank', data, detail })
  await raiseAlarm(tx, order, attempt, 'mismatch', { fields: found.map(({ field }) => field) })
  return 'held'
}

/** The answer contradicts what is shown: only the bank's status decides. */
export async function holdUnclear(tx: Tx, order: OrderRow, attempt: AttemptRow, said: string): Promise<void> {
  const data = { reason: said, confirmSealed: null, nextAt: nextReadAt(attempt.createdAt, now()) }
  const next = await moveAttempt(tx, order, attempt, {
    event: 'contradiction',
    by: 'bank',
    data,
    detail: { code: said },
  })
  if (next !== null) await raiseAlarm(tx, order, attempt, 'confirmation_denied', { code: said })
}

/** Timeline, log and audit once per attempt and kind, mail once per payment. */
async function raiseAlarm(
  tx: Tx,
  order: OrderRow,
  attempt: AttemptRow,
  what: 'mismatch' | 'executed_unconfirmed' | 'bank_executed' | 'bank_running' | 'unread' | 'confirmation_denied',
  more: Prisma.InputJsonObject = {},
): Promise<void> {
  const known = await tx.paymentEvent.findFirst({
    where: {
      orderId: order.id,
      ownerId: order.ownerId,
      attemptId: attempt.id,
      type: 'alarm',
      detail: { path: ['what'], equals: what },
    },
  })
  if (known) return
  log().error({ attemptId: attempt.id, status: attempt.status, what, ...more }, 'payment alarm')
  const detail = { what, status: attempt.status, ...more }
  await appendEvent(tx, order, 'alarm', { by: 'bank', detail, attemptId: attempt.id })
  const audited = { orderId: order.id, attemptId: attempt.id, ...detail }
  await appendAudit({ userId: null, stream: 'system', action: 'payment.alarm', detail: audited }, tx)
  const { status, bankCode } = await attemptIn(tx, order, attempt.id)
  const why = what === 'bank_executed' || what === 'bank_running' ? 'contradiction' : what
  await mailPaymentAlarm(tx, { orderId: order.id, bankCode, status, what: why })
}

/** Of the bank or us; the third in a row raises the alarm, once. */
export async function countUnread(owner: Owner, attemptId: string): Promise<void> {
  await inOrder(owner, async (tx, order) => {
    const { unread } = await tx.paymentAttempt.update({
      where: { id: attemptId, ownerId: owner.ownerId },
      data: { unread: { increment: 1 } },
    })
    if (unread >= unreadBeforeAlarm) await raiseAlarm(tx, order, await attemptIn(tx, order, attemptId), 'unread')
  })
}

async function storeBankStatus(
  tx: Tx,
  order: OrderRow,
  attempt: AttemptRow,
  shown: BankPayment,
  verdict: BankVerdict,
): Promise<void> {
  const { status: bankStatus, reason: bankReason } = shown
  const at = now()
  const agreedAt = attempt.authorisedAt ?? (verdict === 'authorised' ? at : null)
  // A code that came meanwhile does not wait.
  const keepsTime = isFinalAttempt(attempt.status) || (attempt.codeSealed !== null && attempt.codeUsedAt === null)
  await tx.paymentAttempt.updateMany({
    where: { id: attempt.id, ownerId: order.ownerId },
    data: {
      bankStatus,
      bankReason,
      tries: 0,
      unread: 0,
      readings: { increment: 1 },
      ...omitUndefined({
        debtorIban: attempt.debtorIban === null ? chosenDebtorOf(shown, verdict) : undefined,
        nextAt: keepsTime ? undefined : nextReadAt(attempt.createdAt, at, agreedAt && codeExpectedUntil(agreedAt)),
      }),
    },
  })
  for (const one of attempt.instructions) {
    const theirs = findBankInstruction(shown, one.instructionId, one.position)
    if (theirs === null) continue
    const words = { bankStatus: valueOr(theirs.status), bankReason: theirs.reason }
    if (words.bankStatus === one.bankStatus && words.bankReason === one.bankReason) continue
    await tx.paymentInstruction.update({
      where: { instructionId: one.instructionId, ownerId: order.ownerId },
      data: words,
    })
  }
  if (bankStatus === attempt.bankStatus && bankReason === attempt.bankReason) return
  const detail = { status: bankStatus, ...omitUndefined({ reason: bankReason ?? undefined }) }
  await appendEvent(tx, order, 'bank.status', { by: 'bank', detail, attemptId: attempt.id })
}

/** Once authorised: before, it may not be chosen. An IBAN only, as refunds go there. */
function chosenDebtorOf(shown: BankPayment, verdict: BankVerdict): string | null {
  const iban = bareIban(valueOr(shown.debtorIban) ?? '')
  return verdict !== 'waiting' && verdict !== 'unknown' && isIban(iban) ? iban : null
}

async function followVerdict(
  tx: Tx,
  order: OrderRow,
  attempt: AttemptRow,
  verdict: BankVerdict,
  bankReason: string | null,
): Promise<void> {
  const event = eventOfVerdict(verdict)
  if (event === null) return
  const status = attempt.status
  // No news after `return_lost`.
  if (event === 'authorised' && isReturnLost(attempt)) return
  // Another payment: nobody is told ours was executed.
  if (status === 'held' && attempt.mismatch !== null && isExecution(event)) return
  const data: Prisma.PaymentAttemptUpdateManyMutationInput = {
    ...omitUndefined({
      authorisedAt: event === 'authorised' && status === 'redirected' ? now() : undefined,
      reason: event === 'bank_rejected' || event === 'bank_cancelled' ? bankReason : undefined,
    }),
  }
  const moved = await moveAttempt(tx, order, attempt, { event, by: 'bank', data })
  const contradicts =
    isFinalAttempt(status) && moved === null && (event === 'bank_executed' || event === 'bank_running')
  if (contradicts) await raiseAlarm(tx, order, attempt, event)
  // Money moved unconfirmed: shown, with an alarm.
  const isUnasked = moved === 'executed' && attempt.confirmingAt === null
  if (isUnasked) await raiseAlarm(tx, order, attempt, 'executed_unconfirmed')
}

const isExecution = (event: AttemptEvent) => event === 'bank_executed' || event === 'bank_partly_executed'

/** Document 2, table of transitions. */
async function endCancellations(
  tx: Tx,
  order: OrderRow,
  attempt: AttemptRow,
  verdict: BankVerdict,
  shown: BankPayment,
): Promise<void> {
  const open = await tx.paymentCancellation.findMany({
    where: { attemptId: attempt.id, ownerId: order.ownerId, endedAt: null, status: 'redirected' },
  })
  for (const one of open) {
    const named = instructionsShown(shown).filter(shown => isNamed(one.instructionIds, shown))
    const outcome = cancellationOutcome(verdict, named, one.wasConsented)
    if (outcome !== null) await endCancellation(tx, order, one, outcome)
  }
}

/** Once. */
export async function endCancellation(
  tx: Tx,
  order: OrderRow,
  cancellation: { readonly id: string; readonly attemptId: string },
  outcome: 'executed' | 'refused' | 'failed' | 'lost',
): Promise<void> {
  const { count } = await tx.paymentCancellation.updateMany({
    where: { id: cancellation.id, ownerId: order.ownerId, endedAt: null },
    data: { status: outcome, endedAt: now(), consentSealed: null },
  })
  if (count !== 1) return
  await appendEvent(tx, order, `cancellation.${outcome}`, { by: 'bank', attemptId: cancellation.attemptId })
}
