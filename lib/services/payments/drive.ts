import { randomUUID } from 'node:crypto'
import type { Bank } from '@guichet/stet/bank.ts'
import { BankError } from '@guichet/stet/errors.ts'
import { exchangePaymentCode } from '@guichet/stet/oauth.ts'
import { confirmPayment, type PaymentReading, readPayment } from '@guichet/stet/payments.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { confirmationToken } from '@guichet/stet/token.ts'
import { dayMs } from '@guichet/values/calendar/day.ts'
import { openBank } from '#lib/banks.ts'
import { isDatabaseAway, repeatWhileAway } from '#lib/base/database-away.ts'
import { isSteady } from '#lib/clock/steady.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma } from '#lib/db.ts'
import { backoffMs } from '#lib/domain/bank/backoff.ts'
import {
  type BankVerdict,
  codeExpectedUntil,
  hadNoEffect,
  isFinalAttempt,
  nextReadAt,
} from '#lib/domain/payments/attempt/machine.ts'
import { nextPaymentStep, type PaymentStep } from '#lib/domain/payments/attempt/step.ts'
import { isReceived } from '#lib/domain/payments/order/status.ts'
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { leaseOf } from '#lib/lease.ts'
import { type RecordedCalls, recordCalls } from '#lib/services/banks/calls.ts'
import { policyOf, reportOurFault } from '#lib/services/banks/refusal.ts'
import { revokeIssued } from '#lib/services/grants/revocations.ts'
import { reportUrls } from './attempts.ts'
import { type AskedAttempt, applyReading, attemptIn, countUnread, holdUnclear } from './bank-answer.ts'
import { isPaidElsewhere } from './paid.ts'
import { openOfAttempt, sealForAttempt, withPispToken } from './secrets.ts'
import { type AttemptRow, inOrder, moveAttempt } from './state.ts'

/**
 * Advances an attempt by the step that its row asks for (domain/payments/attempt/step.ts), under a lease, in any process. What must not be
 * lost is committed before the call that depends on it.
 */

/** Then its process counts as dead. */
const leaseSeconds = 60
const attemptLease = leaseOf({ table: 'PaymentAttempt', owner: 'leaseId', until: 'leaseUntil', seconds: leaseSeconds })
/** From callback to final status it is four. */
const maxSteps = 8

type Drive = {
  readonly owner: { readonly ownerId: string; readonly orderId: string }
  readonly attemptId: string
  readonly bank: Bank
  readonly calls: RecordedCalls
}

/** Longest waiting first. */
export async function findDueAttempts(limit = 50): Promise<{ readonly id: string }[]> {
  return db().$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "PaymentAttempt"
    WHERE "nextAt" <= ${now()} AND ${attemptLease.free()}
    ORDER BY "nextAt" LIMIT ${limit}`
}

/**
 * Every step possible now. `presence`: the payer's, null in a worker. False if leased elsewhere. Never throws for a
 * bank.
 */
export async function driveAttempt(attemptId: string, presence: Presence | null): Promise<boolean> {
  const lease = await claimLease(attemptId)
  if (lease === null) return false
  const { ownerId, orderId, bankCode } = lease
  try {
    const bank = requireFound(await openBank(bankCode), 'bank_unknown')
    const calls = recordCalls({ userId: lease.payerUserId, connectionId: null, bankCode, presence })
    try {
      await runSteps({ owner: { ownerId, orderId }, attemptId, bank, calls })
    } finally {
      await calls.written()
    }
  } catch (error) {
    const isFault = !(error instanceof Refused) && !isDatabaseAway(error)
    if (isFault) reportOurFault(error, 'payment.drive')
    await repeatWhileAway(() => postpone(attemptId))
    if (isFault) await countUnread({ ownerId, orderId }, attemptId)
  } finally {
    // It would outlive the callback's code.
    await repeatWhileAway(() => attemptLease.release(db(), Prisma.sql`"id" = ${attemptId}::uuid`, lease.leaseId))
  }
  return true
}

type Lease = { leaseId: string; ownerId: string; orderId: string; bankCode: string; payerUserId: string | null }

async function claimLease(attemptId: string): Promise<Lease | null> {
  const leaseId = randomUUID()
  const [row] = await repeatWhileAway(
    () => db().$queryRaw<Omit<Lease, 'leaseId'>[]>`
      UPDATE "PaymentAttempt" AS attempt
      SET ${attemptLease.set(leaseId)}
      FROM "PaymentOrder" AS ordered
      WHERE attempt."id" = ${attemptId}::uuid AND ordered."id" = attempt."orderId"
        AND (${attemptLease.free('attempt')} OR ${attemptLease.ownedBy(leaseId)})
      RETURNING attempt."ownerId", attempt."orderId", attempt."bankCode", ordered."payerUserId"`,
  )
  return row ? { leaseId, ...row } : null
}

/** Growing delays. A code that nobody could use in time is given up. */
async function postpone(attemptId: string): Promise<void> {
  const attempt = await db().paymentAttempt.findUnique({ where: { id: attemptId } })
  if (!attempt?.nextAt) return
  const { codeSealed, returnedAt } = attempt
  if (codeSealed !== null && returnedAt !== null && codeExpectedUntil(returnedAt) <= now()) {
    await db().paymentAttempt.updateMany({ where: { id: attemptId, codeUsedAt: null }, data: { codeSealed: null } })
  } else if (codeSealed !== null) {
    const nextAt = new Date(now().getTime() + tradeAgainMs)
    await db().paymentAttempt.updateMany({ where: { id: attemptId, codeUsedAt: null }, data: { nextAt } })
  }
  await scheduleNextTry(attempt, null)
}

async function runSteps(drive: Drive): Promise<void> {
  let goesOn = true
  for (let steps = 0; steps < maxSteps; steps += 1) {
    const attempt = await readAttempt(drive)
    // The payer came back during our call; the code lives a minute.
    if (!goesOn && !hasFreshCode(attempt)) return
    const step = stepFor(attempt)
    if (step === null) return
    goesOn = await runStep(drive, attempt, step)
  }
}

const hasFreshCode = ({ codeSealed, codeUsedAt, nextAt }: AttemptRow) =>
  codeSealed !== null && codeUsedAt === null && nextAt !== null && nextAt <= now()

function readAttempt({ owner, attemptId }: Drive): Promise<AttemptRow> {
  return db().paymentAttempt.findFirstOrThrow({
    where: { id: attemptId, ownerId: owner.ownerId },
    include: { instructions: true },
  })
}

function stepFor(attempt: AttemptRow): PaymentStep | null {
  const at = now()
  return nextPaymentStep({
    status: attempt.status,
    hasCode: attempt.codeSealed !== null,
    codeUsed: attempt.codeUsedAt !== null,
    hasToken: hasLivingToken(attempt, at),
    isExpired: attempt.expiresAt <= at && isSteady(),
    isDue: attempt.nextAt !== null && attempt.nextAt <= at,
    isCodeOver: attempt.authorisedAt !== null && codeExpectedUntil(attempt.authorisedAt) <= at,
  })
}

/** By the bank's lifetime. */
function hasLivingToken({ confirmSealed, confirmExpiresAt }: AttemptRow, at: Date): boolean {
  return confirmSealed !== null && confirmExpiresAt !== null && confirmExpiresAt > at
}

/** True: the next may follow. */
async function runStep(drive: Drive, attempt: AttemptRow, step: PaymentStep): Promise<boolean> {
  switch (step) {
    case 'give_up':
      await abandon(drive)
      return false
    case 'trade_code':
      return tradeCode(drive, attempt)
    case 'confirm':
      return confirm(drive, attempt)
    case 'read':
      return readNow(drive, attempt)
    case 'let_go':
      return letGo(drive, attempt)
    case 'expire':
      return expire(drive, attempt)
  }
}

/** No code can come: the payer may start again. One that came meanwhile is used. */
async function letGo(drive: Drive, attempt: AttemptRow): Promise<boolean> {
  if ((await askBank(drive, attempt)) !== 'authorised') return false
  await inOrder(drive.owner, async (tx, order) => {
    const current = await attemptIn(tx, order, drive.attemptId)
    if (current.codeSealed === null) await moveAttempt(tx, order, current, { event: 'return_lost', by: 'us' })
  })
  return false
}

/** Without an id it can't be looked up (bank:D43, P4). */
async function abandon(drive: Drive): Promise<void> {
  await inOrder(drive.owner, async (tx, order) => {
    const attempt = await attemptIn(tx, order, drive.attemptId)
    const event = attempt.status === 'created' ? 'superseded' : 'answer_lost'
    await moveAttempt(tx, order, attempt, { event, by: 'us', data: { reason: 'answer_lost' } })
  })
}

/** Its use is committed first: never sent twice; used without a token means none comes (P10, P12). */
async function tradeCode(drive: Drive, attempt: AttemptRow): Promise<boolean> {
  const { bank, calls, owner, attemptId } = drive
  if (attempt.codeSealed === null) return true
  // A process without the key leaves it to another.
  const code = await openOfAttempt(attemptId, 'codeSealed', attempt.codeSealed)
  const reportId = await openOfAttempt(attemptId, 'reportSealed', attempt.reportSealed)
  // If the commit's answer is lost, only we can have marked it, unsent.
  const codeUsedAt = now()
  const unused = { OR: [{ codeUsedAt: null }, { codeUsedAt }] }
  const used = await repeatWhileAway(() =>
    db().paymentAttempt.updateMany({
      where: { id: attemptId, ownerId: owner.ownerId, codeSealed: { not: null }, ...unused },
      data: { codeUsedAt },
    }),
  )
  if (used.count !== 1) return true
  const redirectUri = reportUrls(bank.code, reportId).successful
  try {
    const { accessToken, expiresAt } = await exchangePaymentCode(bank, { code, redirectUri }, calls.context)
    const confirmSealed = await sealForAttempt(attemptId, 'confirmSealed', accessToken.reveal())
    await repeatWhileAway(() =>
      inOrder(owner, async (tx, order) => {
        const current = await attemptIn(tx, order, attemptId)
        const authorisedAt = current.authorisedAt ?? now()
        const data = { confirmSealed, confirmExpiresAt: expiresAt, codeSealed: null, authorisedAt }
        await moveAttempt(tx, order, current, { event: 'authorised', by: 'bank', data })
      }),
    )
    return true
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    await revokeIssued(error, { userId: null, connectionId: null, bankCode: bank.code })
    return tradeFailed(drive, error)
  }
}

/** Never sent: tried again while valid; unknown: waits on; lost: ends. */
async function tradeFailed(drive: Drive, error: BankError): Promise<boolean> {
  const { owner, attemptId } = drive
  const { returnedAt } = await readAttempt(drive)
  if (error.sent === 'no' && policyOf(error)?.passing && returnedAt !== null && now() < codeExpectedUntil(returnedAt)) {
    await db().paymentAttempt.updateMany({
      where: { id: attemptId, ownerId: owner.ownerId },
      data: { codeUsedAt: null, nextAt: new Date(now().getTime() + tradeAgainMs) },
    })
    return false
  }
  await db().paymentAttempt.updateMany({
    where: { id: attemptId, ownerId: owner.ownerId },
    data: { codeSealed: null, nextAt: now() },
  })
  const verdict = await askBank(drive, await readAttempt(drive))
  if (verdict === 'waiting' && !policyOf(error)?.answerLost) {
    await db().paymentAttempt.updateMany({
      where: { id: attemptId, ownerId: owner.ownerId },
      data: { codeUsedAt: null },
    })
    return false
  }
  if (verdict === 'authorised' || verdict === 'waiting') await expireAttempt(drive, 'confirmation_impossible')
  return false
}

/** Only the order's current attempt (I1). */
async function confirm(drive: Drive, attempt: AttemptRow): Promise<boolean> {
  const verdict = await askBank(drive, attempt)
  if (verdict === null) return false
  if (verdict !== 'authorised') return verdict !== 'waiting' && verdict !== 'unknown'
  const intent = await recordConfirmationIntent(drive)
  if (intent === null || attempt.confirmSealed === null || attempt.resourceId === null) return false
  const text = await openOfAttempt(drive.attemptId, 'confirmSealed', attempt.confirmSealed)
  const token = confirmationToken(drive.bank.code, text)
  try {
    const reading = await confirmPayment(drive.bank, token, attempt.resourceId, drive.calls.context)
    await storeConfirmed(drive)
    if (reading !== null) await applyReading(drive.owner, intent.asked, reading.payment)
    return false
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    return confirmationFailed(drive, error, intent.time)
  }
}

type Intent = { readonly time: 'first' | 'again'; readonly asked: AskedAttempt }

/** First, again, or null. Not once withdrawn or paid otherwise. */
async function recordConfirmationIntent({ owner, attemptId }: Drive): Promise<Intent | null> {
  return inOrder(owner, async (tx, order) => {
    const attempt = await attemptIn(tx, order, attemptId)
    const isTaken = order.chosenAttemptId !== null && order.chosenAttemptId !== attemptId
    const isPaid = attempt.confirmingAt === null && (isReceived(order) || (await isPaidElsewhere(tx, order)))
    if (isTaken || isPaid || order.cancelledAt !== null) {
      const reason = isTaken ? 'superseded' : isPaid ? 'received' : 'order_withdrawn'
      await moveAttempt(tx, order, attempt, { event: 'timed_out', by: 'us', data: { reason } })
      return null
    }
    await tx.paymentOrder.update({
      where: { id: order.id, ownerId: order.ownerId },
      data: { chosenAttemptId: attemptId },
    })
    const data = {
      confirmingAt: attempt.confirmingAt ?? now(),
      // Another process goes on after the lease.
      nextAt: new Date(now().getTime() + leaseSeconds * 1_000),
    }
    const next = await moveAttempt(tx, order, attempt, { event: 'confirming', by: 'us', data })
    return next === 'confirming' ? { time: attempt.confirmingAt === null ? 'first' : 'again', asked: attempt } : null
  })
}

async function storeConfirmed({ owner, attemptId }: Drive): Promise<void> {
  await inOrder(owner, async (tx, order) => {
    const attempt = await attemptIn(tx, order, attemptId)
    const at = now()
    const data = { confirmedAt: at, confirmSealed: null, tries: 0, nextAt: nextReadAt(attempt.createdAt, at) }
    await moveAttempt(tx, order, attempt, { event: 'confirmed', by: 'bank', data })
  })
}

/**
 * No answer: repeat, or read once the token expired (bank:D44). 409: accepted or over, read (bank:D54). Else never
 * accepted, unless the bank contradicts itself (`hadNoEffect`): held.
 */
async function confirmationFailed(drive: Drive, error: BankError, time: Intent['time']): Promise<boolean> {
  const attempt = await readAttempt(drive)
  const policy = policyOf(error)
  if (policy?.answerLost || policy?.passing || policy?.refusal === 'bank_asked_too_often') {
    await scheduleNextTry(attempt, error)
    return false
  }
  const verdict = await askBank(drive, attempt)
  if (error.status === 409) {
    if (verdict === 'authorised') await storeConfirmed(drive)
    return false
  }
  const isRefused = hadNoEffect(error)
  if (verdict === 'authorised' && !(isRefused && time === 'again')) {
    const reason = error.code ?? error.rawCode ?? (isRefused ? 'confirmation_refused' : 'confirmation_unclear')
    await inOrder(drive.owner, async (tx, order) => {
      const current = await attemptIn(tx, order, drive.attemptId)
      if (!isRefused) return holdUnclear(tx, order, current, reason)
      await moveAttempt(tx, order, current, { event: 'confirmation_refused', by: 'bank', data: { reason } })
    })
  }
  return false
}

async function readNow(drive: Drive, attempt: AttemptRow): Promise<boolean> {
  const verdict = await askBank(drive, attempt)
  // Code used, no token: can't be confirmed.
  const isLost = attempt.codeUsedAt !== null && !hasLivingToken(attempt, now())
  if (isLost && (verdict === 'authorised' || verdict === 'waiting')) {
    const status = (await readAttempt(drive)).status
    if (status === 'authorised' || status === 'redirected') await expireAttempt(drive, 'confirmation_impossible')
  }
  return false
}

async function expire(drive: Drive, attempt: AttemptRow): Promise<boolean> {
  const verdict = await askBank(drive, attempt)
  // Open: nothing is confirmed meanwhile.
  const isOpen = verdict === 'waiting' || verdict === 'authorised' || verdict === 'unknown'
  const isSilent = verdict === null && attempt.expiresAt.getTime() + silenceMs <= now().getTime()
  if (isOpen || isSilent) await expireAttempt(drive, 'timed_out')
  return false
}

async function expireAttempt({ owner, attemptId }: Drive, reason: string): Promise<void> {
  await inOrder(owner, async (tx, order) => {
    const attempt = await attemptIn(tx, order, attemptId)
    await moveAttempt(tx, order, attempt, { event: 'timed_out', by: 'us', data: { reason } })
  })
}

const unreadKinds: ReadonlySet<string> = new Set(['media_type', 'json', 'schema', 'too_large', 'too_many'])

/** When another process applied an answer meanwhile. */
const maxAsks = 3

/** Null: unreadable and rescheduled, or another process was first. */
async function askBank(drive: Drive, attempt: AttemptRow, asks = maxAsks): Promise<BankVerdict | 'held' | null> {
  try {
    const reading = await readHeld(drive, attempt)
    if (reading === null) return null
    const verdict = await applyReading(drive.owner, attempt, reading.payment)
    if (verdict !== 'overtaken') return verdict
  } catch (error) {
    if (!(error instanceof BankError)) throw error
    await scheduleNextTry(attempt, error)
    if (unreadKinds.has(error.kind)) await countUnread(drive.owner, attempt.id)
    return null
  }
  const current = await readAttempt(drive)
  return asks > 1 && !isFinalAttempt(current.status) ? askBank(drive, current, asks - 1) : null
}

async function readHeld({ bank, calls }: Drive, attempt: AttemptRow): Promise<PaymentReading | null> {
  if (attempt.resourceId === null) return null
  const address = { resourceId: attempt.resourceId, creationRequestId: attempt.requestId }
  return withPispToken(bank, calls.context, token => readPayment(bank, token, address, calls.context))
}

/** Full jitter up to a quarter of an hour; half a minute while a confirmation is open. None after 35 days. */
async function scheduleNextTry({ id, tries, createdAt, status }: Looked, error: BankError | null): Promise<void> {
  const retryAfterSeconds = error?.retryAfterSeconds ?? null
  const wait = backoffMs({ tries: tries + 1, mode: 'batch', retryAfterSeconds, random: Math.random() })
  const maxMs = status === 'confirming' && retryAfterSeconds === null ? confirmingMs : slowestMs
  const waitMs = Math.min(wait ?? maxMs, maxMs)
  const nextAt = nextReadAt(createdAt, now()) === null ? null : new Date(now().getTime() + waitMs)
  await db().paymentAttempt.updateMany({
    // A code that came meanwhile does not wait.
    where: { id, nextAt: { not: null }, OR: [{ codeSealed: null }, { codeUsedAt: { not: null } }] },
    data: { tries: { increment: 1 }, nextAt },
  })
}

type Looked = Pick<AttemptRow, 'id' | 'tries' | 'createdAt' | 'status'>
const slowestMs = 15 * 60_000
const tradeAgainMs = 3_000
const confirmingMs = 30_000
/** A bank that doesn't answer keeps nobody waiting longer for what was never confirmed. */
const silenceMs = dayMs
