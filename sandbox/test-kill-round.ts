import type { TestClient } from '#sandbox/wire/test-client.ts'

export const bankCode = '19870'

export const kinds = ['immediate', 'deferred', 'recurrent'] as const
export type Kind = (typeof kinds)[number]

/** What the client knows of a payment. A state in -ing is one whose call had no answer: either may be true. */
export type KnownPayment = {
  readonly kind: Kind
  readonly nonce: string
  state: 'created' | 'consented' | 'confirming' | 'confirmed' | 'cancelling' | 'cancelled' | 'lapsed'
  /** The TPP means to cancel it; no longer once the bank said that it is too late. */
  isUnwanted: boolean
  /** The request as GET showed it last, before the round: what a cancellation sends back. */
  shown: Readonly<Record<string, unknown>>
  /** How often it was executed when its cancellation was first seen in the store. */
  executedBefore: number | null
}

/** What the client knows: what was acknowledged, and what was on its way when the bank died. */
export type Known = {
  readonly registered: Map<string, 'there' | 'deleting' | 'gone'>
  /** Newest tokens of a person; `unsure` while a call that replaces them has no answer. */
  readonly tokens: Map<string, { access: string; refresh: string; unsure: boolean }>
  /** How many IBANs stand in the consent; with a PUT on its way either number. */
  readonly consents: Map<string, { iban: number; asked: number }>
  readonly payments: Map<string, KnownPayment>
}

/** What a run has seen; `faults` is empty when the bank kept everything. */
export type KillReport = {
  kills: number
  calls: number
  acknowledged: Record<
    | 'registrations'
    | 'refreshes'
    | 'consents'
    | 'payments'
    | 'confirmations'
    | 'cancellations'
    | 'clockMoves'
    | 'laterExecutions',
    number
  >
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
  /** The bank's day when the round began. */
  readonly today: string
  /** Told by each person whose code is used: a moved clock would let it expire. */
  readonly codeUsed: () => void
  readonly allCodesUsed: Promise<void>
  /** The bank was killed. */
  readonly gone: Promise<unknown>
  /** Whether its clock was moved since. */
  readonly clock: { isMoved: boolean }
  /** Payments created in it. */
  readonly created: { count: number }
  /** Where its desk listens. */
  readonly screensPort: number
}

/** One step of a client; false when it has nothing left to do. */
export type Lane = () => Promise<boolean>

/** Notes what the bank should not have answered. */
export function note(report: KillReport, fault: string): Error {
  report.faults.push(fault)
  return new Error(fault)
}
