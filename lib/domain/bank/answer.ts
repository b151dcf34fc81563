import {
  type BankCode,
  bankCodes,
  type Cause,
  causeOf,
  type FailedCall,
  type HttpCause,
  type OauthError,
  type WireCause,
} from '@guichet/stet/terms/cause.ts'
import type { Blame, Refusal } from '#lib/domain/refusals/failure.ts'
import { maxTries } from './backoff.ts'
import type { CallHealth } from './breaker.ts'

/**
 * What every failed call means: one table for operations, codes, statuses and endings. A new one does not compile
 * without its row, and a test asks for its texts.
 */

/** docs/faults.md: `freely` with back-off, `once` with the same bytes, `never` if it may have arrived. */
export type Repetition = 'freely' | 'once' | 'never'

export type OperationRow = {
  readonly repeat: Repetition
  /** Sent with an open breaker: a code would expire, or it is the emergency access. */
  readonly passesBreaker: boolean
  /** An answer of the OAuth server does not. */
  readonly showsHealth: boolean
  /** A system of its own, saying nothing about the interface. */
  readonly isApart?: true
}

const operation = (repeat: Repetition): OperationRow => ({ repeat, passesBreaker: false, showsHealth: true })
const oauthOperation = (repeat: Repetition, passes: 'breaker' | null = null): OperationRow => ({
  repeat,
  passesBreaker: passes === 'breaker',
  showsHealth: false,
})

/** A test compares it with packages/stet. */
export const operations: Readonly<Record<string, OperationRow>> = {
  'accounts.list': operation('freely'),
  'balances.read': operation('freely'),
  'transactions.read': operation('freely'),
  'owners.read': operation('freely'),
  'overdrafts.read': operation('freely'),
  'identity.read': operation('freely'),
  // services/consent/sending.ts sends the latest version only.
  'consents.put': operation('freely'),
  // A second use revokes the first tokens (bank:D7).
  'oauth.exchange': oauthOperation('never', 'breaker'),
  'oauth.exchange.payment': oauthOperation('never', 'breaker'),
  'oauth.refresh': oauthOperation('once'),
  'oauth.client.pisp': oauthOperation('freely'),
  'oauth.client.manageRegistration': oauthOperation('freely'),
  'oauth.revoke': oauthOperation('freely'),
  // Only on the person's click.
  'oauth.fallback': oauthOperation('never', 'breaker'),
  // It might register twice.
  'registration.create': oauthOperation('never'),
  'registration.read': oauthOperation('freely'),
  'registration.update': oauthOperation('freely'),
  'registration.delete': oauthOperation('freely'),
  // A replay is answered 500, and the id is only in the answer (bank:D43).
  'payments.create': operation('never'),
  'payments.read': operation('freely'),
  // The payment's state is read before (bank:D44).
  'payments.confirm': { ...operation('never'), passesBreaker: true },
  'payments.cancel': operation('never'),
  // The person goes on without; the responder is not the interface.
  'payees.verify': { ...oauthOperation('freely', 'breaker'), isApart: true },
}

export type CauseRow = {
  readonly blame: Blame
  readonly refusal: Refusal
  /** The same call may work later. */
  readonly passing: boolean
  /** For the breaker. */
  readonly health: CallHealth
  /** An optional feature, no failure. */
  readonly notOffered: boolean
}

const row = (fields: Partial<CauseRow> & Pick<CauseRow, 'blame' | 'refusal'>): CauseRow => ({
  passing: false,
  health: 'answered',
  notOffered: false,
  ...fields,
})

const bankDown = row({
  blame: 'bank',
  refusal: 'bank_unavailable',
  passing: true,
  health: 'failed',
})
const bankSaysNo = row({ blame: 'bank', refusal: 'bank_refused' })
/** Its form: only we can fix it. */
const ourBadRequest = row({ blame: 'us', refusal: 'bank_refused' })
const notRecognised = row({ blame: 'us', refusal: 'our_fault' })
const notSent = row({ blame: 'us', refusal: 'our_fault', health: 'neutral' })
const unusableAnswer = row({ blame: 'bank', refusal: 'bank_answer_unusable' })
/** A retry would too, and the bank is healthy. */
const sendsTooMuch = row({ blame: 'bank', refusal: 'bank_sends_too_much' })
/** It may refuse even attended calls (§ AIS Limits). */
const quota = row({ blame: 'bank', refusal: 'bank_asked_too_often' })

/** § AIS Errors. */
const codeRows: { readonly [code in BankCode]: CauseRow } = {
  AC01: bankSaysNo,
  AC04: bankSaysNo,
  AC06: bankSaysNo,
  BE05: { ...notRecognised, refusal: 'bank_refused' },
  // Revokes both tokens (bank:D59): tokens.ts ends the connection.
  BADS: ourBadRequest,
  ENDE: ourBadRequest,
  FF01: ourBadRequest,
  INTE: bankDown,
  INTS: bankDown,
  IPGN: bankSaysNo,
  IPSU: bankSaysNo,
  NAAC: bankSaysNo,
  NGAC: { ...bankSaysNo, blame: 'person' },
  NIMP: { ...ourBadRequest, notOffered: true },
  TMRQ: quota,
  RENF: bankSaysNo,
  CDNA: bankSaysNo,
}

const oauthRows: { readonly [error in OauthError]: CauseRow } = {
  // tokens.ts refreshes and repeats first.
  invalid_token: bankSaysNo,
  insufficient_scope: ourBadRequest,
  invalid_grant: row({ blame: 'person', refusal: 'consent_revoked' }),
  invalid_client: notRecognised,
  invalid_request: { ...ourBadRequest, refusal: 'our_fault' },
  invalid_scope: { ...ourBadRequest, refusal: 'our_fault' },
  unauthorized_client: notRecognised,
  unsupported_grant_type: { ...ourBadRequest, refusal: 'our_fault' },
  server_error: bankDown,
  temporarily_unavailable: bankDown,
  invalid_redirect_uri: ourBadRequest,
  invalid_client_metadata: ourBadRequest,
  invalid_software_statement: ourBadRequest,
  unapproved_software_statement: notRecognised,
}

/** § AIS Errors, without a known code: a status alone does not say whose fault it was, and never that it was ours. */
const httpRows: { readonly [cause in HttpCause]: CauseRow } = {
  http_400: bankSaysNo,
  http_401: bankSaysNo,
  http_403: bankSaysNo,
  http_404: bankSaysNo,
  http_405: { ...bankSaysNo, notOffered: true },
  http_406: bankSaysNo,
  http_408: bankDown,
  http_429: quota,
  http_500: bankDown,
  http_501: { ...bankSaysNo, notOffered: true },
  http_503: bankDown,
  http_3xx: bankSaysNo,
  http_4xx: bankSaysNo,
  http_5xx: bankDown,
}

const wireRows: { readonly [cause in WireCause]: CauseRow } = {
  request: notSent,
  token: notSent,
  unusable_token: unusableAnswer,
  unsupported: { ...notSent, notOffered: true },
  transport: bankDown,
  certificate_revoked: bankDown,
  timeout: bankDown,
  // The caller left.
  aborted: { ...bankDown, health: 'neutral' },
  too_large: sendsTooMuch,
  too_many: sendsTooMuch,
  media_type: bankDown,
  json: bankDown,
  schema: { ...bankDown, health: 'answered' },
  redirect_host: unusableAnswer,
  paused: { ...bankDown, refusal: 'bank_paused', health: 'neutral' },
  crowded: { ...bankDown, refusal: 'bank_crowded', health: 'neutral' },
  // Repeats by itself (http-signer.ts).
  signer: { ...notSent, passing: true },
}

export const failurePolicies: { readonly [cause in Cause]: CauseRow } = {
  ...codeRows,
  ...oauthRows,
  ...httpRows,
  ...wireRows,
}

export type FailurePolicy = CauseRow & {
  readonly cause: Cause
  /** `now`: by the caller, after a back-off. `later`: by the job's next run. */
  readonly retry: 'now' | 'later' | 'never'
  /** Including the first. */
  readonly maxTries: number
  /** The bank may have acted. */
  readonly answerLost: boolean
}

/**
 * `attended`: a person waits; otherwise the job's next run repeats, because each read counts against the quota.
 * Unknown operations are never repeated.
 */
export function policyFor(failed: FailedCall, attended: boolean): FailurePolicy {
  const cause = causeOf(failed)
  const found = failurePolicies[cause]
  const answerLost = found.passing && failed.sent !== 'no'
  return { ...found, cause, answerLost, ...repetition(failed, found, attended) }
}

function repetition(
  failed: FailedCall,
  { passing }: CauseRow,
  attended: boolean,
): Pick<FailurePolicy, 'retry' | 'maxTries'> {
  const operation = operationOf(failed.operation)
  if (operation === null || !passing || failed.kind === 'aborted') return { retry: 'never', maxTries: 1 }
  if (failed.kind === 'paused' || failed.kind === 'crowded' || failed.kind === 'signer')
    return { retry: attended ? 'never' : 'later', maxTries: 1 }
  const { repeat } = operation
  // Never connected: no effect.
  const harmless = failed.sent === 'no' && failed.operation !== 'oauth.fallback'
  if (repeat === 'never') return harmless ? { retry: 'now', maxTries: 2 } : { retry: 'never', maxTries: 1 }
  if (repeat === 'once') return { retry: 'now', maxTries: 2 }
  if (attended) return { retry: 'now', maxTries: maxTries.attended }
  return { retry: 'later', maxTries: maxTries.batch }
}

export function operationOf(name: string): OperationRow | null {
  return (Object.hasOwn(operations, name) && operations[name]) || null
}

/** Only codes also have a title and a next step. */
export function sentenceKeyOf(
  cause: Cause,
): `failures.bankCodes.${BankCode}.sentence` | `causes.${Exclude<Cause, BankCode>}` {
  const code = bankCodes.find(known => known === cause)
  return code === undefined ? `causes.${cause as Exclude<Cause, BankCode>}` : `failures.bankCodes.${code}.sentence`
}
