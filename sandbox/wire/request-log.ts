import type { DatabaseSync } from 'node:sqlite'

/** One check of a call and what came of it. */
export type CheckedStep = {
  readonly step: string
  readonly outcome: 'passed' | 'answered' | 'refused'
  /** Of a refusal: why. */
  readonly detail: string | null
}

/** One call as it went over the wire, with its secrets: only `sandbox/desk/show-call.ts` lets it out. */
export type WireCall = {
  readonly id: number
  /** The bank's time, and the real one. */
  readonly at: Date
  readonly realAt: Date
  readonly ms: number
  readonly bankCode: string | null
  readonly method: string
  readonly target: string
  /** Path of the endpoint with `{names}`; null when there is none. */
  readonly endpoint: string | null
  readonly requestHeaders: readonly (readonly [string, string])[]
  readonly requestBody: Buffer
  readonly organisationId: string | null
  readonly clientId: string | null
  readonly personId: string | null
  readonly attended: boolean | null
  readonly steps: readonly CheckedStep[]
  /** What the bank answered; with faults it is what was put on the wire. Null when the caller got no answer. */
  readonly status: number | null
  readonly code: string | null
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly responseBody: Buffer | null
  /** Kinds of the faults that met the call. */
  readonly faults: readonly string[]
}

/** Calls kept. They live in memory alone: the wire is a window, and what must last is in the store. */
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

/** Notes a call and tells who watches. */
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
  // Cut in batches: shifting an array on every call would cost more than the call's log.
  if (wire.calls.length > keptCalls * 2) wire.calls = wire.calls.slice(-keptCalls)
  for (const listener of wire.listeners) listener(kept)
}

/** The last calls, newest first. */
export function listCalls(db: DatabaseSync): readonly WireCall[] {
  return wireOf(db).calls.slice(-keptCalls).reverse()
}

/** One call; null when it was never there or is no longer kept. */
export function findCall(db: DatabaseSync, id: number): WireCall | null {
  return listCalls(db).find(call => call.id === id) ?? null
}

/** Forgets the calls; numbers go on. */
export function forgetCalls(db: DatabaseSync): void {
  wireOf(db).calls = []
}

/** Tells of every call from now on. Answers how to stop. */
export function watchCalls(db: DatabaseSync, listener: (call: WireCall) => void): () => void {
  const { listeners } = wireOf(db)
  listeners.add(listener)
  return () => listeners.delete(listener)
}
