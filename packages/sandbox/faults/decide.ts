import { chanceOf } from '#sandbox/people/chance.ts'

/** What is changed of a request on its way, as if by somebody between the TPP and the bank. */
export const tamperings = ['body', 'date', 'account', 'token', 'certificate', 'code', 'amount', 'payee'] as const
export type Tampering = (typeof tamperings)[number]

/** Faults of a call or a callback. */
export type Fault =
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** The body is sent in pieces, with pauses. */
  | { readonly kind: 'slow_drip'; readonly pieces: number; readonly everyMs: number }
  /** The connection ends before processing, or after it without an answer. */
  | { readonly kind: 'close_before' | 'close_after' }
  /** Any status with any code, without processing. */
  | { readonly kind: 'status'; readonly status: number; readonly code: string | null }
  /** `cut`: truncated JSON in a complete answer; `broken_off`: the connection ends in the middle of the body. */
  | { readonly kind: 'body'; readonly body: 'html' | 'empty' | 'cut' | 'broken_off' }
  | { readonly kind: 'content_type'; readonly contentType: string }
  /** A page that repeats the rows of the previous one; a page whose `next` leads back to the first. */
  | { readonly kind: 'page_duplicate' | 'page_loop' }
  /** Undocumented members and values; links that lead to another host. */
  | { readonly kind: 'unknown_values' }
  | { readonly kind: 'foreign_host'; readonly host: string }
  /** Delays of 331 ms on average and 0.6 % failures, as measured at live interfaces. */
  | { readonly kind: 'real_life' }
  /** The request is changed on its way, after it was signed. */
  | { readonly kind: 'tampered'; readonly what: Tampering }
  | { readonly kind: 'callback_dropped' | 'callback_doubled' }

export const faultKinds = [
  'delay',
  'slow_drip',
  'close_before',
  'close_after',
  'status',
  'body',
  'content_type',
  'page_duplicate',
  'page_loop',
  'unknown_values',
  'foreign_host',
  'real_life',
  'tampered',
  'callback_dropped',
  'callback_doubled',
] as const satisfies readonly Fault['kind'][]

/** Which calls a fault affects; null means all. */
export type FaultTarget = {
  /** `GET /accounts/{id}/balances` in every version, or with the full path in one. */
  readonly endpoint: string | null
  readonly bankCode: string | null
  readonly organisationId: string | null
  /** Of a person, or of calls that name one of these; neither: of everybody. */
  readonly personId: string | null
  readonly about: readonly string[]
}

/** An active fault. Its effect on the n-th call depends only on `seed` and n. */
export type FaultRule = FaultTarget & {
  readonly id: string
  readonly fault: Fault
  readonly seed: string
  /** The share of calls affected, 0 to 1. */
  readonly share: number
  /** Calls still to be affected; null until it is removed. */
  readonly callsLeft: number | null
  /** Matching calls so far, affected or not. */
  readonly seen: number
}

/** Method and path without interface prefix: `POST /token`. */
export function shortNameOf(method: string, path: string): string {
  return `${method} ${path.replace(/^\/stet\/(psd2\/(v[\d.]+|oauth)|setting\/v1)(?=\/)/, '')}`
}

/** A call's properties for matching faults. */
export type CallFacts = {
  readonly method: string
  /** Path of the endpoint with `{names}`; for an unknown path the path itself. */
  readonly path: string
  readonly bankCode: string | null
  readonly organisationId: string | null
  readonly personId: string | null
  /** The body, or that of the payment which the call is about. */
  readonly text: string
}

const isOfEverybody = ({ personId, about }: FaultTarget) => personId === null && about.length === 0
const isTheirs = ({ personId, about }: FaultTarget, call: CallFacts) =>
  (personId !== null && personId === call.personId) || about.some(named => call.text.includes(named))

/** Whether a fault matches this call. */
export function concerns(rule: FaultTarget, call: CallFacts): boolean {
  const { method, path } = call
  return (
    (rule.endpoint === null || rule.endpoint === `${method} ${path}` || rule.endpoint === shortNameOf(method, path)) &&
    (rule.bankCode === null || rule.bankCode === call.bankCode) &&
    (rule.organisationId === null || rule.organisationId === call.organisationId) &&
    (isOfEverybody(rule) || isTheirs(rule, call))
  )
}

/** Whether a call has what a changed request would be changed in, so that the fault waits for one that has. */
function canMeet(fault: Fault, { method, path, text }: CallFacts): boolean {
  if (fault.kind !== 'tampered') return true
  // Neither signed nor sent with a token of its own.
  const isPlain = /\/(oauth|payee-verifications)/.test(path)
  if (fault.what === 'account') return path.includes('{')
  if (fault.what === 'code')
    return shortNameOf(method, path) === 'POST /token' && !/grant_type=(refresh_token|client_credentials)/.test(text)
  if (fault.what === 'amount' || fault.what === 'payee') return shortNameOf(method, path) === 'POST /payment-requests'
  return !(isPlain && (fault.what === 'date' || fault.what === 'token'))
}

/** Whether a fault affects the redirect to the TPP. */
export const isCallback = (fault: Fault): boolean =>
  fault.kind === 'callback_dropped' || fault.kind === 'callback_doubled'

/** The outcome for one call: the faults that affect it, in order, and the rules afterwards. */
export type Decision = { readonly faults: readonly Fault[]; readonly rules: readonly FaultRule[] }

/**
 * Decides one call. Pure: the same rules and call give the same decision. A used-up rule is removed. `where` says whether the
 * call is one to the interface or a callback of the screens; each kind of fault belongs to one of them.
 */
export function decideFaults(rules: readonly FaultRule[], call: CallFacts, where: 'wire' | 'callback'): Decision {
  const faults: Fault[] = []
  const after: FaultRule[] = []
  for (const rule of rules) {
    if (isCallback(rule.fault) !== (where === 'callback') || !concerns(rule, call) || !canMeet(rule.fault, call)) {
      after.push(rule)
      continue
    }
    const meets = rule.share >= 1 || chanceOf(rule.seed, rule.seen).next() < rule.share
    if (meets) faults.push(...(rule.fault.kind === 'real_life' ? realLife(rule.seed, rule.seen) : [rule.fault]))
    const callsLeft = meets && rule.callsLeft !== null ? rule.callsLeft - 1 : rule.callsLeft
    if (callsLeft !== 0) after.push({ ...rule, callsLeft, seen: rule.seen + 1 })
  }
  return { faults, rules: after }
}

export const realLifeMeanMs = 331
export const realLifeFailures = 0.006

// Response times of live interfaces have a long tail: log-normal with sigma 0.6, whose mean is exp(mu + sigma² / 2).
const sigma = 0.6
const mu = Math.log(realLifeMeanMs) - sigma ** 2 / 2

function realLife(seed: string, at: number): Fault[] {
  const chance = chanceOf(seed, 'life', at)
  const [first, second] = [Math.max(chance.next(), 1e-9), chance.next()]
  const normal = Math.sqrt(-2 * Math.log(first)) * Math.cos(2 * Math.PI * second)
  const delay: Fault = { kind: 'delay', delayMs: Math.min(15_000, Math.round(Math.exp(mu + sigma * normal))) }
  if (chance.next() >= realLifeFailures) return [delay]
  const failures: readonly [Fault, ...Fault[]] = [
    { kind: 'status', status: 503, code: 'INTS' },
    { kind: 'status', status: 500, code: 'INTE' },
    { kind: 'close_after' },
  ]
  return [delay, chance.pick(failures)]
}
