import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { db } from '#lib/db.ts'
import { finalAttemptStatuses } from '#lib/domain/payments/attempt/machine.ts'
import { isFinalOrder, orderStatuses } from '#lib/domain/payments/order/status.ts'
import type { RunningBank } from '#testing/bank/start.ts'

/**
 * Invariants of payments after any fault (docs/faults.md, How faults are made): I1 to I4. They are checked against the
 * bank's ledger and its record of confirmations.
 */

/** The bank's data of one request: how often it was executed, and whether a confirmation was accepted. */
export type BankSide = { readonly executed: number; readonly isConfirmed: boolean; readonly status: string }

/** By our payment information id. */
export function readBankSide(bank: RunningBank): ReadonlyMap<string, BankSide> {
  const store = new DatabaseSync(join(bank.dataDir, 'sandbox.db'), { readOnly: true })
  try {
    const rows = store
      .prepare(`SELECT p.payment_information_id AS id, p.status AS status, p.confirmed_at IS NOT NULL AS confirmed,
          (SELECT count(*) FROM transfers t JOIN instructions i ON i.id = t.instruction_id WHERE i.payment_id = p.id) AS executed
        FROM payments p`)
      .all()
    return new Map(
      rows.map(({ id, status, confirmed, executed }) => [
        String(id),
        { executed: Number(executed), isConfirmed: confirmed === 1, status: String(status) },
      ]),
    )
  } finally {
    store.close()
  }
}

const findOrders = () =>
  db().paymentOrder.findMany({ include: { attempts: true, events: { orderBy: { seq: 'asc' } } } })
type Found = Awaited<ReturnType<typeof findOrders>>[number]

/**
 * Every broken invariant of payments, in words; empty if all hold. For orders of single transfers. An alarm must have been raised
 * for each of the orders `alarmed`, once in its timeline and once in the audit trail, and for no other.
 */
export async function findBrokenPayments(
  bank: RunningBank,
  alarmed: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const theirs = readBankSide(bank)
  const [orders, messages, audited] = await Promise.all([findOrders(), readMessages(), readAlarms()])
  return orders.flatMap(order => [
    ...findWrongMoney(order, theirs),
    ...findWrongStory(order),
    ...findWrongMessages(order, messages.get(order.id) ?? []),
    ...findWrongAlarm(order, audited.filter(id => id === order.id).length, alarmed.has(order.id) ? 1 : 0),
  ])
}

type Message = Awaited<ReturnType<typeof findMessages>>[number]
const findMessages = () => db().webhookMessage.findMany({ orderBy: { sequence: 'asc' } })

async function readMessages(): Promise<ReadonlyMap<string | null, Message[]>> {
  return Map.groupBy(await findMessages(), ({ orderId }) => orderId)
}

/** The order of each alarm in the audit trail. */
async function readAlarms(): Promise<unknown[]> {
  const rows = await db().auditEvent.findMany({ where: { action: 'payment.alarm' } })
  return rows.map(({ detail }) => (detail as { orderId?: unknown } | null)?.orderId)
}

function findWrongMoney(order: Found, theirs: ReadonlyMap<string, BankSide>): string[] {
  const broken: string[] = []
  const executed = order.attempts.reduce((sum, one) => sum + (theirs.get(one.paymentInformationId)?.executed ?? 0), 0)
  if (executed > 1) broken.push(`I1: ${order.id} was executed ${executed} times`)
  if (order.status === 'executed' && executed !== 1) broken.push(`I1: ${order.id} is executed, the bank knows nothing`)
  if (isFinalOrder(order.status) && order.status !== 'executed' && executed > 0)
    broken.push(`I1: ${order.id} is ${order.status}, and was executed`)
  for (const attempt of order.attempts) {
    const held = theirs.get(attempt.paymentInformationId)
    if (attempt.confirmedAt !== null && !held?.isConfirmed) broken.push(`I2: ${attempt.id} is confirmed for us alone`)
    if (attempt.status === 'executed' && held?.executed !== 1) broken.push(`I1: ${attempt.id} was not executed`)
  }
  return broken
}

const isFinal = (status: string) => finalAttemptStatuses.some(final => final === status)

function findWrongStory({ id, attempts, events, eventCount }: Found): string[] {
  const broken: string[] = []
  if (events.some(({ seq }, at) => seq !== at + 1) || events.length !== eventCount)
    broken.push(`I4: the timeline of ${id} has a gap`)
  for (const attempt of attempts) {
    const own = events.filter(
      ({ attemptId, type }) => attemptId === attempt.id && /^attempt\.|^payer\.not_returned$/.test(type),
    )
    const moves = own.map(({ type }) => (type === 'payer.not_returned' ? 'redirected' : type.replace('attempt.', '')))
    const end = moves.findIndex(isFinal)
    if (end !== -1 && end !== moves.length - 1) broken.push(`I3: ${attempt.id} moved on: ${moves.join(', ')}`)
    if (moves.at(-1) !== attempt.status) broken.push(`I4: ${attempt.id} is ${attempt.status}, told is ${moves.at(-1)}`)
    if (isFinal(attempt.status) && (attempt.codeSealed ?? attempt.confirmSealed ?? attempt.consentSealed) !== null)
      broken.push(`${attempt.id} is over and keeps a secret`)
  }
  return broken
}

/** What merchants are told besides the status of an order. */
const aside = /\.attempt_failed$|^checkout_session\./

/** I3 and I4 for merchants: every change of the order reported once, in order, and nothing after a final one but the session's end. */
function findWrongMessages({ id, ownerKind, status, attempts }: Found, messages: readonly Message[]): string[] {
  const broken: string[] = []
  const statusOf = ({ type }: Message) => type.replace(/^(payment|refund)\./, '')
  const said = messages.filter(({ type }) => !aside.test(type)).map(statusOf)
  if (messages.some(({ sequence }, at) => sequence !== at + 1)) broken.push(`I4: the messages about ${id} have a gap`)
  if (said.some((word, at) => word === said[at - 1])) broken.push(`I4: ${id} was told twice: ${said.join(', ')}`)
  if (ownerKind === 'organisation' && (said.at(-1) ?? 'open') !== status)
    broken.push(`I4: ${id} is ${status}, told was ${said.join(', ') || 'nothing'}`)
  const end = messages.findIndex(one => orderStatuses.some(known => known === statusOf(one) && isFinalOrder(known)))
  if (end !== -1 && messages.slice(end + 1).some(({ type }) => !type.startsWith('checkout_session.')))
    broken.push(`I3: the end of ${id} was taken back: ${messages.map(({ type }) => type).join(', ')}`)
  const failed = messages
    .filter(({ type }) => type.endsWith('.attempt_failed'))
    .map(({ payload }) => attemptIn(payload))
  if (new Set(failed).size !== failed.length) broken.push(`I4: a failed attempt of ${id} was told twice`)
  if (failed.some(one => !attempts.some(attempt => attempt.id === one && isFinal(attempt.status))))
    broken.push(`I4: an attempt of ${id} was told to have failed, and has not`)
  return broken
}

function attemptIn(payload: string): unknown {
  return (JSON.parse(payload) as { data: { attempt: { id: unknown } } }).data.attempt.id
}

function findWrongAlarm({ id, events }: Found, audited: number, meant: number): string[] {
  const sounded = events.filter(({ type }) => type === 'alarm').length
  return sounded === meant && audited === meant
    ? []
    : [`the alarm for ${id} sounded ${sounded} times and was audited ${audited} times instead of ${meant}`]
}
