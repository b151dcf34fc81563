import type { DatabaseSync } from 'node:sqlite'

/** One step of a call and its outcome. */
export type CheckedStep = {
  readonly step: string
  readonly outcome: 'passed' | 'answered' | 'refused'
  /** The reason of a refusal. */
  readonly detail: string | null
}

/** One call with its secrets: only `packages/sandbox/desk/show-call.ts` passes it on. */
export type WireCall = {
  readonly id: number
  /** The bank's time, and real time. */
  readonly at: Date
  readonly realAt: Date
  readonly ms: number
  readonly bankCode: string | null
  readonly method: string
  readonly target: string
  /** Path of the endpoint with `{names}`; null if there is none. */
  readonly endpoint: string | null
  readonly requestHeaders: readonly (readonly [string, string])[]
  readonly requestBody: Buffer
  readonly organisationId: string | null
  readonly clientId: string | null
  readonly personId: string | null
  readonly attended: boolean | null
  readonly steps: readonly CheckedStep[]
  /** The bank's answer, after faults. Null if the caller got no answer. */
  readonly status: number | null
  readonly code: string | null
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly responseBody: Buffer | null
  /** Kinds of the faults that affected the call. */
  readonly faults: readonly string[]
}

/** Number of calls kept, in memory only. */
export const keptCalls = 300
/** Of each body. */
export const keptBodyBytes = 16_384

type Wire = { calls: WireCall[]; last: number; readonly listeners: Set<(call: WireCall) => void> }

const wires = new WeakMap<DatabaseSync, Wire>()

function wireOf(db: DatabaseSync): Wire {
  const known = wires.get(db)
  if (known) return known
  const wire: Wire = { calls: [], last: 0, listeners: new Set() }
  wires.set(db, wire)
  return wire
}

/** Records a call and notifies listeners. */
export function recordCall(db: DatabaseSync, call: Omit<WireCall, 'id'>): void {
  const wire = wireOf(db)
  wire.last += 1
  const { requestBody, responseBody } = call
  const kept = {
    ...call,
    id: wire.last,
    requestBody: requestBody.length > keptBodyBytes ? Buffer.from(requestBody.subarray(0, keptBodyBytes)) : requestBody,
    responseBody:
      responseBody && responseBody.length > keptBodyBytes
        ? Buffer.from(responseBody.subarray(0, keptBodyBytes))
        : responseBody,
  }
  wire.calls.push(kept)
  // Cut in batches, because shifting an array on every call would cost more than recording it.
  if (wire.calls.length > keptCalls * 2) wire.calls = wire.calls.slice(-keptCalls)
  for (const listener of wire.listeners) listener(kept)
}

/** The last calls, newest first. */
export function listCalls(db: DatabaseSync): readonly WireCall[] {
  return wireOf(db).calls.slice(-keptCalls).reverse()
}

/** One call; null if it is unknown or no longer kept. */
export function findCall(db: DatabaseSync, id: number): WireCall | null {
  return listCalls(db).find(call => call.id === id) ?? null
}

/** Deletes the calls; numbers continue. */
export function forgetCalls(db: DatabaseSync): void {
  wireOf(db).calls = []
}

/** Calls the listener for every call from now on. Returns a function that stops it. */
export function watchCalls(db: DatabaseSync, listener: (call: WireCall) => void): () => void {
  const { listeners } = wireOf(db)
  listeners.add(listener)
  return () => listeners.delete(listener)
}
