import { isoDay } from '@guichet/values/calendar/day.ts'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { maskIban } from '@guichet/values/money/iban-text.ts'
import { toMoneyView } from '@guichet/values/money/minor.ts'
import { cutPage, newestFirst, olderThan } from '#lib/base/cursor.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import { isUnsettled, nextTransferDay, type TransferState, transferState } from '#lib/domain/payments/transfer/state.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { bankNames, readOrder } from '#lib/services/payments/read.ts'
import { toAttemptFacts, unreadableSinceOf } from '#lib/services/payments/state.ts'
import {
  Recurring,
  type TransferLineView,
  type TransferListView,
  type TransferProgressView,
} from '#lib/views/transfer.ts'
import type { BookedTransfer, TransferPage } from '#lib/views/transfer-page.ts'

export const withLatest = {
  attempts: { orderBy: { createdAt: 'desc' }, take: 1 },
} as const satisfies Prisma.PaymentOrderInclude
type TransferRow = Prisma.PaymentOrderGetPayload<{ include: typeof withLatest }>

const pageSize = 25
const maxComing = 200

/** Standing and upcoming all, the rest by page, newest first. An invalid cursor starts anew. */
export async function listTransfers({ userId }: Person, cursor: string | null = null): Promise<TransferListView> {
  const mine = { ownerId: userId, kind: 'transfer' as const }
  const today = parisDay(now())
  const [confirmed, rows, names] = await Promise.all([
    db().paymentOrder.findMany({
      where: { ...mine, status: 'confirmed' },
      include: withLatest,
      orderBy: newestFirst('createdAt'),
      take: maxComing,
    }),
    db().paymentOrder.findMany({
      where: { ...mine, ...after(cursor) },
      include: withLatest,
      orderBy: newestFirst('createdAt'),
      take: pageSize + 1,
    }),
    bankNames(),
  ])
  const going = confirmed.map(row => lineOfTransfer(row, names, today))
  const { page, last } = cutPage(rows, pageSize)
  const lines = page.map(row => lineOfTransfer(row, names, today))
  return {
    standing: going.filter(({ state }) => state === 'standing').toSorted(byNextDay),
    coming: going.filter(({ state }) => state === 'scheduled').toSorted(byNextDay),
    past: lines.filter(({ state }) => state !== 'standing' && state !== 'scheduled'),
    nextCursor: last ? `${last.createdAt.toISOString()}_${last.id}` : null,
  }
}

function after(cursor: string | null): Prisma.PaymentOrderWhereInput {
  const [instant = '', id = ''] = cursor?.split('_') ?? []
  const createdAt = new Date(instant)
  if (Number.isNaN(createdAt.getTime()) || !isUuid(id)) return {}
  return olderThan('createdAt', { createdAt, id })
}

const byNextDay = (one: TransferLineView, other: TransferLineView) =>
  (one.nextDay ?? '9').localeCompare(other.nextDay ?? '9')

/** `today` in Paris. */
export function lineOfTransfer(row: TransferRow, names: ReadonlyMap<string, string>, today: string): TransferLineView {
  const [attempt] = row.attempts
  const status = row.status
  const recurrence = row.recurrence === null ? null : Recurring.parse(row.recurrence)
  const day = isoDay(attempt?.executionDate ?? row.executionDate) ?? parisDay(row.createdAt)
  return {
    id: row.id,
    state: stateOf(row, today),
    status,
    creditorName: row.creditorName,
    creditorAccount: maskIban(row.creditorIban),
    amount: toMoneyView(row),
    createdAt: row.createdAt.toISOString(),
    day,
    nextDay: nextTransferDay({ status, firstDay: day, recurrence }, today),
    recurrence,
    isInstant: row.instant !== 'never',
    bankName: attempt ? (names.get(attempt.bankCode) ?? attempt.bankCode) : null,
  }
}

function stateOf(row: TransferRow, today: string): TransferState {
  const [attempt] = row.attempts
  return transferState(
    {
      status: row.status,
      isRecurrent: row.recurrence !== null,
      attempt: attempt ? toAttemptFacts(attempt) : null,
    },
    today,
  )
}

/** The status of one transfer, for a page that polls. Refusals: `not_found`. */
export async function readTransferProgress({ userId }: Person, orderId: string): Promise<TransferProgressView> {
  const row = await findTransfer(userId, orderId)
  const open = await db().paymentCancellation.findFirst({
    where: { ownerId: userId, attempt: { orderId } },
    orderBy: { createdAt: 'desc' },
    select: { status: true },
  })
  const state = stateOf(row, parisDay(now()))
  const cancellation = open?.status ?? null
  const isCancelling = cancellation === 'asking' || cancellation === 'redirected'
  const [attempt] = row.attempts
  const unreadableSince = attempt ? unreadableSinceOf(attempt) : null
  return {
    id: row.id,
    state,
    isUnsettled: unreadableSince === null && (isUnsettled(state) || isCancelling),
    unreadableSince,
    version: row.eventCount,
    cancellation,
  }
}

async function findTransfer(userId: string, orderId: string): Promise<TransferRow> {
  const row = isUuid(orderId)
    ? await db().paymentOrder.findFirst({
        where: { id: orderId, ownerId: userId, kind: 'transfer' },
        include: withLatest,
      })
    : null
  if (!row) throw new Refused('not_found')
  return row
}

/** Refusals: `not_found`. */
export async function readTransfer({ userId }: Person, orderId: string): Promise<TransferPage> {
  const row = await findTransfer(userId, orderId)
  const [order, progress, names] = await Promise.all([
    readOrder(userId, orderId),
    readTransferProgress({ userId }, orderId),
    bankNames(),
  ])
  const ids = order.attempts.flatMap(({ instructions }) => instructions.map(({ endToEndId }) => endToEndId))
  return {
    order,
    progress,
    line: lineOfTransfer(row, names, parisDay(now())),
    booked: await findBooked(userId, ids, row.createdAt),
    toRead: await findToRead(
      userId,
      row,
      order.attempts.flatMap(({ debtorIban }) => debtorIban ?? []),
    ),
  }
}

/** Debits before credits. */
async function findBooked(userId: string, endToEndIds: readonly string[], since: Date): Promise<BookedTransfer[]> {
  if (endToEndIds.length === 0) return []
  const rows = await db().transaction.findMany({
    where: { userId, endToEndId: { in: [...endToEndIds] }, day: { gte: new Date(parisDay(since)) } },
    include: { account: { select: { name: true } } },
    orderBy: [{ day: 'desc' }, { amountMinor: 'asc' }],
    take: 50,
  })
  return rows.map(({ accountId, account, key, day, label, amountMinor, currency }) => ({
    accountId,
    key,
    label,
    accountName: account.name,
    day: isoDay(day),
    amount: toMoneyView({ amountMinor, currency }),
  }))
}

/** Last read before the execution. */
async function findToRead(userId: string, row: TransferRow, debtorIbans: readonly string[]): Promise<string[]> {
  const moved = row.status === 'executed' || row.status === 'partly_executed'
  if (!moved || row.finishedAt === null) return []
  const accounts = await db().account.findMany({
    where: {
      userId,
      gone: false,
      iban: { in: [...debtorIbans, row.creditorIban] },
      OR: [{ mayBalances: true }, { mayTransactions: true }],
      AND: { OR: [{ lastSyncedAt: null }, { lastSyncedAt: { lt: row.finishedAt } }] },
      connection: { status: 'active', expiresAt: { gt: now() } },
    },
    select: { connectionId: true },
  })
  return [...new Set(accounts.map(({ connectionId }) => connectionId))]
}

/** Null: none. */
export async function findTransferOf({ userId }: Person, endToEndId: string): Promise<string | null> {
  const found = await db().paymentInstruction.findFirst({
    where: { endToEndId, ownerId: userId, attempt: { order: { kind: 'transfer' } } },
    select: { attempt: { select: { orderId: true } } },
  })
  return found?.attempt.orderId ?? null
}
