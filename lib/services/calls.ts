import { randomUUID } from 'node:crypto'
import { db, type Prisma, type Tx } from '#lib/db.ts'
import type { Presence } from '#lib/domain/presence.ts'
import type { CallContext, CallRecord, PlannedCall } from '#lib/stet/send.ts'

/** Who a call is made for. `connectionId` is null while a trip to the bank has not made a connection yet. */
export type CallScope = {
  readonly userId: string | null
  readonly connectionId: string | null
  readonly bankCode: string
  /** The person's live request, or null: without it no PSU header leaves (C19). */
  readonly presence: Presence | null
  readonly signal?: AbortSignal | undefined
}

/** Awaited before the bytes leave; a throw stops the call. */
type BeforeSend = (call: PlannedCall) => Promise<void>

/** Calls that are written down as they are made: the access log a person can read. */
export type RecordedCalls = {
  readonly context: CallContext
  readonly contextWith: (beforeSend: BeforeSend) => CallContext
  /** Resolves when everything said so far is stored. Never fails: the log does not undo what was done. */
  readonly written: () => Promise<void>
  /** Puts the calls made before there was a connection into its log. */
  readonly assignTo: (connectionId: string, tx: Tx) => Promise<void>
}

type Row = Prisma.BankCallCreateManyInput & { readonly id: string }

/** Rows wait this long for others: a refresh makes many calls, and no call waits for its line in the log. */
const gatherMs = 150

/** Every call made in this context gets a row in the access log, without token, body or full IBAN (C50). */
export function recordCalls(scope: CallScope): RecordedCalls {
  let connectionId = scope.connectionId
  let waiting: Row[] = []
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  const written: string[] = []
  const flush = () => {
    if (timer) clearTimeout(timer)
    timer = null
    const rows = waiting.map(row => ({ ...row, connectionId }))
    waiting = []
    if (rows.length > 0) {
      written.push(...rows.map(({ id }) => id))
      writing = writing.then(() => writeRows(rows))
    }
    return writing
  }
  const onCall = (call: CallRecord) => {
    waiting.push(toRow(scope, call))
    timer ??= setTimeout(() => void flush(), gatherMs)
  }
  const context: CallContext = {
    presence: scope.presence,
    onCall,
    ...(scope.signal ? { signal: scope.signal } : {}),
  }
  return {
    context,
    contextWith: beforeSend => ({ ...context, beforeSend }),
    written: flush,
    assignTo: async (id, tx) => {
      connectionId = id
      await writing
      const where = { id: { in: written }, userId: scope.userId }
      if (written.length > 0) await tx.bankCall.updateMany({ where, data: { connectionId } })
    },
  }
}

function toRow(scope: CallScope, call: CallRecord): Row {
  const { operation, method, path, attended, status, code, durationMs, requestId, at } = call
  const { userId, connectionId, bankCode } = scope
  const said = { operation, method, path: path.slice(0, 500), attended, status, code, durationMs, requestId, at }
  return { id: randomUUID(), userId, connectionId, bankCode, ...said }
}

async function writeRows(data: Row[]): Promise<void> {
  try {
    await db().bankCall.createMany({ data })
  } catch {
    // The database is away: what was done at the bank stands, and whoever waits for its result will hear of that.
  }
}
