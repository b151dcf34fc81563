import type { BankCallView } from '#lib/views/banking.ts'
import { type CallOutcome, outcomeOf } from './describe-call.ts'

/** The purposes of a visit to a bank; the first one that applies to its calls counts. */
const acts = [
  ['linked', 'oauth.exchange'],
  ['disconnected', 'oauth.revoke'],
  ['emergency', 'oauth.fallback'],
  ['consented', 'consents.put'],
] as const
export type VisitAct = (typeof acts)[number][0] | 'updated' | 'extended'

/**
 * Consecutive calls of one act, all attended or all unattended, each within two minutes of the previous one; a list of accounts after
 * data was read begins the next visit.
 */
export type Visit = {
  readonly act: VisitAct
  readonly attended: boolean
  /** When the visit began. */
  readonly at: string
  /** Newest first, at least one. */
  readonly calls: readonly BankCallView[]
  /** Outcomes of the calls that were refused, failed or had no answer. */
  readonly unwell: readonly CallOutcome[]
}

const longestPauseMs = 120_000

/** Groups calls, newest first, into visits, newest first. */
export function groupVisits(calls: readonly BankCallView[]): Visit[] {
  const groups: BankCallView[][] = []
  for (const [at, call] of calls.entries()) {
    const last = groups.at(-1)
    const next = last?.at(-1)
    const isPart = next && next.attended === call.attended && pauseMs(call, next) <= longestPauseMs
    const isRead = isData(call) && beginsReading(calls[at - 1], calls[at - 2])
    if (last && isPart && !isRead && isSameAct(call, last)) last.push(call)
    else groups.push([call])
  }
  return groups.map(describe)
}

const isData = ({ operation }: BankCallView) => /^(balances|transactions|owners|overdrafts|identity)\./.test(operation)

/** Whether the next older call is part of the act that these begin with; a renewed token belongs to the call after it. */
function isSameAct(call: BankCallView, newer: readonly BankCallView[]): boolean {
  const { operation, status } = call
  const first = newer.findLast(one => one.operation !== 'oauth.refresh')?.operation
  switch (first) {
    case 'oauth.exchange':
    case 'oauth.fallback':
      return operation === first
    case 'oauth.revoke':
      // Disconnecting first sends an empty consent.
      return operation === first || operation === 'consents.put'
    case 'consents.put':
      if (operation === 'oauth.refresh') return true
      if (newer.some(one => one.operation === 'oauth.revoke')) return operation === first && status === null
      return !isData(call)
    default:
      return operation !== 'oauth.fallback' && operation !== 'oauth.revoke'
  }
}

/** A list of accounts, or the new token for one. */
function beginsReading(call: BankCallView | undefined, following: BankCallView | undefined): boolean {
  const listed = call?.operation === 'oauth.refresh' ? following : call
  return listed?.operation === 'accounts.list'
}

const pauseMs = (earlier: BankCallView, later: BankCallView) => Date.parse(later.at) - Date.parse(earlier.at)

function describe(calls: readonly BankCallView[]): Visit {
  const asked = new Set(calls.map(({ operation }) => operation))
  const named = acts.find(([, operation]) => asked.has(operation))?.[0]
  const isExtension = calls.every(({ operation }) => operation === 'oauth.refresh')
  return {
    act: named ?? (isExtension ? 'extended' : 'updated'),
    attended: calls[0]?.attended ?? false,
    at: calls.at(-1)?.at ?? '',
    calls,
    unwell: calls.map(outcomeOf).filter(outcome => outcome !== 'ok' && outcome !== 'empty'),
  }
}
