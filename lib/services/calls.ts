import { db, type Tx } from '#lib/db.ts'
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
  /** Awaited before the bytes leave; a throw stops the call. */
  readonly beforeSend?: ((call: PlannedCall) => Promise<void>) | undefined
}

/** Calls that are written down as they are made: the access log a person can read. */
export type RecordedCalls = {
  readonly context: CallContext
  /** Resolves when everything said so far is stored. Never fails: the log does not undo what was done. */
  readonly written: () => Promise<void>
  /** Puts the calls made before there was a connection into its log. */
  readonly assignTo: (connectionId: string, tx: Tx) => Promise<void>
}

/** Every call made in this context gets a row in the access log, without token, body or full IBAN (C50). */
export function recordCalls(scope: CallScope): RecordedCalls {
  const writes: Promise<string | null>[] = []
  const context: CallContext = {
    presence: scope.presence,
    onCall: call => void writes.push(writeCall(scope, call)),
    ...(scope.signal ? { signal: scope.signal } : {}),
    ...(scope.beforeSend ? { beforeSend: scope.beforeSend } : {}),
  }
  return {
    context,
    written: async () => {
      await Promise.all(writes)
    },
    assignTo: async (connectionId, tx) => {
      const ids = (await Promise.all(writes)).filter(id => id !== null)
      await tx.bankCall.updateMany({ where: { id: { in: ids }, userId: scope.userId }, data: { connectionId } })
    },
  }
}

async function writeCall(scope: CallScope, call: CallRecord): Promise<string | null> {
  const { operation, method, path, attended, status, code, durationMs, requestId, at } = call
  const { userId, connectionId, bankCode } = scope
  const data = { userId, connectionId, bankCode, operation, method, attended, status, code, durationMs, requestId, at }
  try {
    return (await db().bankCall.create({ data: { ...data, path: path.slice(0, 500) }, select: { id: true } })).id
  } catch {
    return null
  }
}
