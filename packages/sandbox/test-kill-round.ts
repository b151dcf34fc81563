import type { TestClient } from '#sandbox/wire/test-client.ts'

export const kinds = ['immediate', 'deferred', 'recurrent'] as const
export type Kind = (typeof kinds)[number]

/** The client's knowledge of a payment. A state in -ing is one whose call had no answer: it may have happened or not. */
export type KnownPayment = {
  readonly kind: Kind
  readonly nonce: string
  state: 'created' | 'consented' | 'confirming' | 'confirmed' | 'cancelling' | 'cancelled' | 'lapsed'
  /** The TPP wants to cancel it; false once the bank says that it is too late. */
  isUnwanted: boolean
  /** The request in the last GET before the round, which a cancellation sends back. */
  shown: Readonly<Record<string, unknown>>
  /** Number of executions when its cancellation was first seen in the store. */
  executedBefore: number | null
}

/** The client's knowledge: what was acknowledged, and what was in progress when the bank died. */
export type Known = {
  readonly registered: Map<string, 'there' | 'deleting' | 'gone'>
  /** Newest tokens of a person; `unsure` while a call that replaces them has no answer. */
  readonly tokens: Map<string, { access: string; refresh: string; unsure: boolean }>
  /** Number of IBANs in the consent; two possible numbers while a PUT has no answer. */
  readonly consents: Map<string, { iban: number; asked: number }>
  readonly payments: Map<string, KnownPayment>
}

export const noneAcknowledged = () => ({
  registrations: 0,
  refreshes: 0,
  consents: 0,
  payments: 0,
  confirmations: 0,
  cancellations: 0,
  clockMoves: 0,
  laterExecutions: 0,
})

export type KillReport = {
  kills: number
  calls: number
  acknowledged: ReturnType<typeof noneAcknowledged>
  transfers: number
  faults: string[]
}

export type Round = {
  readonly client: TestClient
  readonly clientId: string
  readonly known: Known
  readonly report: KillReport
  readonly codes: ReadonlyMap<string, string>
  readonly ibans: ReadonlyMap<string, readonly string[]>
  /** The bank's day at the start of the round. */
  readonly today: string
  /** Called by each person whose code was used: the clock may only be moved then, because that expires codes. */
  readonly codeUsed: () => void
  readonly allCodesUsed: Promise<void>
  /** Resolves when the bank was killed. */
  readonly gone: Promise<unknown>
  /** Whether its clock was moved since. */
  readonly clock: { isMoved: boolean }
  /** Payments created in it. */
  readonly created: { count: number }
  /** Port of the desk. */
  readonly screensPort: number
}

/** One step of a client; false if nothing is left to do. */
export type Lane = () => Promise<boolean>

/** Reports an unexpected answer. */
export function note(report: KillReport, fault: string): Error {
  report.faults.push(fault)
  return new Error(fault)
}
