import type { CallContext, CallRecord, PlannedCall } from '@guichet/stet/call.ts'
import type { Presence } from '@guichet/stet/terms/presence.ts'
import { batchCalls, deleteInParts } from '#lib/base/batches.ts'
import { timedUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, jsonText, Prisma, type Tx } from '#lib/db.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { log } from '#lib/log.ts'
import { metrics } from '#lib/metrics.ts'
import { currentOrigin, recordSpan } from '#lib/trace.ts'

/** `connectionId` null: a link flow without connection yet. */
export type CallScope = {
  readonly userId: string | null
  readonly connectionId: string | null
  readonly bankCode: string
  /** Null: no PSU header (C19). */
  readonly presence: Presence | null
  readonly signal?: AbortSignal | undefined
  readonly passesBreaker?: boolean | undefined
}

/** Throwing prevents the call. */
type BeforeSend = (call: PlannedCall) => Promise<void>

export type RecordedCalls = {
  readonly context: CallContext
  readonly contextWith: (beforeSend: BeforeSend) => CallContext
  /** When all calls so far are stored; never fails. */
  readonly written: () => Promise<void>
  /** Calls made before it existed. */
  readonly assignTo: (connectionId: string, tx: Tx) => Promise<void>
}

type CallRow = Pick<CallScope, 'userId' | 'connectionId' | 'bankCode'> &
  Omit<CallRecord, 'bankAheadSeconds'> & { readonly id: string; readonly origin: string | null }

/** Collected, as a refresh makes many calls. */
const gatherMs = 150

/** Without token, body or full IBAN (C50). */
export function recordCalls(scope: CallScope): RecordedCalls {
  let connectionId = scope.connectionId
  let waiting: CallRow[] = []
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  const written: Pick<CallRow, 'id' | 'at'>[] = []
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    const rows = waiting.map(row => ({ ...row, connectionId }))
    waiting = []
    if (rows.length > 0) {
      written.push(...rows.map(({ id, at }) => ({ id, at })))
      writing = writing.then(() => writeTogether(rows)).catch(() => writeAlone(rows))
    }
    return writing
  }
  const onCall = (call: CallRecord) => {
    reportCall(scope, call)
    waiting.push(toRow(scope, call))
    timer ??= setTimeout(() => void flush(), gatherMs)
  }
  const context: CallContext = {
    presence: scope.presence,
    onCall,
    ...omitUndefined({ signal: scope.signal, passesBreaker: scope.passesBreaker }),
  }
  return {
    context,
    contextWith: beforeSend => ({ ...context, beforeSend }),
    written: flush,
    assignTo: async (id, tx) => {
      connectionId = id
      await writing
      const where = { OR: written, userId: scope.userId }
      if (written.length > 0) await tx.bankCall.updateMany({ where, data: { connectionId } })
    },
  }
}

/**
 * Thirteen months, as long as a payer may contest (PSD2, art. 71): a month is dropped as a whole when its last day is that old. Rows of
 * no month's own are deleted one by one; returns how many.
 */
export async function sweepCalls(most?: number): Promise<number> {
  const before = Prisma.sql`${now()}::timestamptz - interval '13 months'`
  await db().$queryRaw`SELECT drop_months_of_calls(${before})`
  return deleteInParts(async limit => {
    const [row] = await db().$queryRaw<
      { deleted: number }[]
    >`SELECT delete_other_calls(${before}, ${limit}::int) AS "deleted"`
    return row?.deleted ?? 0
  }, most)
}

const monthsAhead = 3

/** Of the log of calls and the audit trail. Without one, rows go into a partition of all other months. */
export async function makeMonthsAhead(): Promise<void> {
  await db().$queryRaw`SELECT make_month_partitions(${monthsAhead}::int)`
}

function toRow(scope: CallScope, call: CallRecord): CallRow {
  const { operation, method, path, attended, status, code, durationMs, requestId } = call
  const { userId, connectionId, bankCode } = scope
  // The pages' clock, which a demonstration moves.
  const at = new Date(now().getTime() - durationMs)
  const said = { operation, method, path: path.slice(0, 500), attended, status, code, durationMs, requestId, at }
  return { id: timedUuid(), userId, connectionId, bankCode, ...said, origin: currentOrigin() }
}

/** Banks refuse signatures minutes off; warned before (fault:D3). */
const clockToleranceSeconds = 60

/** A log line with X-Request-ID, a metric, a span. */
function reportCall({ bankCode, connectionId }: CallScope, call: CallRecord): void {
  const { operation, status, code, durationMs, attended, requestId: bankRequestId, at } = call
  const outcome = outcomeOf(call)
  metrics().bankCalls.observe({ bank: bankCode, operation, outcome }, durationMs / 1_000)
  const ahead = call.bankAheadSeconds
  if (ahead !== null) {
    metrics().bankClockAhead.set({ bank: bankCode }, ahead)
    if (Math.abs(ahead) > clockToleranceSeconds)
      log().warn({ bank: bankCode, ahead }, 'our clock and the bank’s differ')
  }
  if (operation === 'oauth.refresh') metrics().refreshes.inc({ outcome })
  // Born at 0, or an increase to 1 would be none.
  metrics().quotaRefusals.inc({ bank: bankCode }, status === 429 || code === 'TMRQ' ? 1 : 0)
  const failed = outcome === 'ok' ? null : (code ?? outcome)
  log()[status === null || status >= 500 ? 'warn' : 'info'](
    { bank: bankCode, connectionId, operation, status, outcome, failed, durationMs, attended, bankRequestId },
    'bank call',
  )
  const attributes = { 'guichet.bank': bankCode, 'guichet.bank_request_id': bankRequestId }
  const answered = status === null ? {} : { 'http.response.status_code': status }
  const method = { 'http.request.method': call.method }
  recordSpan(`bank ${operation}`, { at, durationMs, failure: failed }, { ...attributes, ...answered, ...method })
}

/** `ok`, `4xx`, `5xx`, or why there was none. */
function outcomeOf({ status, code }: CallRecord): string {
  if (status === null) return code ?? 'transport'
  if (status < 300) return code === null ? 'ok' : 'unreadable'
  return `${Math.floor(status / 100)}xx`
}

/** Refreshes that end together are one statement. */
const writeTogether = batchCalls((batches: readonly (readonly CallRow[])[]) => writeRows(batches.flat()))

/** A row of the others may be in the way, such as of a person erased meanwhile. */
async function writeAlone(rows: readonly CallRow[]): Promise<void> {
  // It has taken effect at the bank, so its result is returned.
  await writeRows(rows).catch(() => undefined)
}

async function writeRows(data: readonly CallRow[]): Promise<void> {
  const rows = jsonText(data)
  await db().$executeRaw`
    INSERT INTO "BankCall" (
      "id", "userId", "connectionId", "bankCode", "at", "operation", "method", "path", "attended", "status", "code",
      "durationMs", "requestId", "origin")
    SELECT * FROM json_to_recordset(${rows}::json) AS call(
      "id" uuid, "userId" uuid, "connectionId" uuid, "bankCode" text, "at" timestamptz, "operation" text, "method" text,
      "path" text, "attended" boolean, "status" int, "code" text, "durationMs" int, "requestId" text, "origin" text)`
}
