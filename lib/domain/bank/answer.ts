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
 * The meaning of every failed call to a bank: one table for all operations, codes and statuses of document 1, OAuth
 * errors and ways in which a call can end without an answer. Services decide only by it; a new code, status, error or
 * operation does not compile without its row, and a test requires texts for each row in both languages.
 */

/** All operations of packages/stet. A test compares this list with its sources. */
export const bankOperations = [
  'accounts.list',
  'balances.read',
  'transactions.read',
  'owners.read',
  'overdrafts.read',
  'identity.read',
  'consents.put',
  'oauth.exchange',
  'oauth.exchange.payment',
  'oauth.refresh',
  'oauth.client.pisp',
  'oauth.client.manageRegistration',
  'oauth.revoke',
  'oauth.fallback',
  'registration.create',
  'registration.read',
  'registration.update',
  'registration.delete',
  'payments.create',
  'payments.read',
  'payments.confirm',
  'payments.cancel',
  'payees.verify',
] as const
export type BankOperation = (typeof bankOperations)[number]

/** docs/faults.md, What may be repeated: `freely` with back-off, `once` with the same bytes, `never` if it may have arrived. */
export type Repetition = 'freely' | 'once' | 'never'

export type OperationRow = {
  readonly repeat: Repetition
  /** Sent even if the breaker is open: a code would expire, or it is the emergency access. A single call may, too (`CallContext`). */
  readonly passesBreaker: boolean
  /** Whether an answer proves the data interface healthy; one of the OAuth server does not. */
  readonly showsHealth: boolean
  /** Answered by a system of its own, whose failures say nothing about the bank's interface either. */
  readonly isApart?: true
}

const operation = (repeat: Repetition): OperationRow => ({ repeat, passesBreaker: false, showsHealth: true })
const oauthOperation = (repeat: Repetition, passes: 'breaker' | null = null): OperationRow => ({
  repeat,
  passesBreaker: passes === 'breaker',
  showsHealth: false,
})

export const operations: { readonly [name in BankOperation]: OperationRow } = {
  'accounts.list': operation('freely'),
  'balances.read': operation('freely'),
  'transactions.read': operation('freely'),
  'owners.read': operation('freely'),
  'overdrafts.read': operation('freely'),
  'identity.read': operation('freely'),
  // Only the latest version is sent, ensured by services/consent/sending.ts.
  'consents.put': operation('freely'),
  // A second use revokes what the first issued (bank:D7).
  'oauth.exchange': oauthOperation('never', 'breaker'),
  'oauth.exchange.payment': oauthOperation('never', 'breaker'),
  'oauth.refresh': oauthOperation('once'),
  'oauth.client.pisp': oauthOperation('freely'),
  'oauth.client.manageRegistration': oauthOperation('freely'),
  'oauth.revoke': oauthOperation('freely'),
  // Only on the person's click, never automatically.
  'oauth.fallback': oauthOperation('never', 'breaker'),
  // Sent twice, it might register twice.
  'registration.create': oauthOperation('never'),
  'registration.read': oauthOperation('freely'),
  'registration.update': oauthOperation('freely'),
  'registration.delete': oauthOperation('freely'),
  // A replay is answered 500, and the id is only in the answer (bank:D43).
  'payments.create': operation('never'),
  'payments.read': operation('freely'),
  // Protected by the payment's state, which is read before deciding (bank:D44).
  'payments.confirm': { ...operation('never'), passesBreaker: true },
  'payments.cancel': operation('never'),
  // The person waits and goes on without an answer; the responder is not the interface.
  'payees.verify': { ...oauthOperation('freely', 'breaker'), isApart: true },
}

export type CauseRow = {
  readonly blame: Blame
  /** The refusal that a service throws. */
  readonly refusal: Refusal
  /** Whether the same call may work later; only then is it repeated. */
  readonly passing: boolean
  /** What it says about the bank's health, for the breaker. */
  readonly health: CallHealth
  /** The bank does not offer this optional feature, which is not a failure. */
  readonly notOffered: boolean
}

const row = (fields: Partial<CauseRow> & Pick<CauseRow, 'blame' | 'refusal'>): CauseRow => ({
  passing: false,
  health: 'answered',
  notOffered: false,
  ...fields,
})

/** The bank is temporarily unable to answer. */
const bankDown = row({
  blame: 'bank',
  refusal: 'bank_unavailable',
  passing: true,
  health: 'failed',
})
/** A refusal of this specific request by the bank. */
const bankSaysNo = row({ blame: 'bank', refusal: 'bank_refused' })
/** The bank refuses the form of our request; it is logged, and only we can fix it. */
const ourBadRequest = row({ blame: 'us', refusal: 'bank_refused' })
/** The bank does not know or trust our application. */
const notRecognised = row({ blame: 'us', refusal: 'our_fault' })
/** Not sent at all. */
const notSent = row({ blame: 'us', refusal: 'our_fault', health: 'neutral' })
/** A complete answer with invalid content: we can't use it, through no fault of ours. */
const unusableAnswer = row({ blame: 'bank', refusal: 'bank_answer_unusable' })
/** The answer exceeds our limits: a retry would too, and the bank is healthy. */
const sendsTooMuch = row({ blame: 'bank', refusal: 'bank_sends_too_much' })
/** The bank's decision, whatever we counted: it may refuse even attended calls, which document 1 does not limit (§ AIS Limits). */
const quota = row({ blame: 'bank', refusal: 'bank_asked_too_often' })

/** § AIS Errors, Error codes. */
const codeRows: { readonly [code in BankCode]: CauseRow } = {
  AC01: bankSaysNo,
  AC04: bankSaysNo,
  AC06: bankSaysNo,
  BE05: { ...notRecognised, refusal: 'bank_refused' },
  // Insufficient scope revokes both tokens of the pair (§ AIS States, bank:D59): tokens.ts ends the connection.
  BADS: ourBadRequest,
  ENDE: ourBadRequest,
  FF01: ourBadRequest,
  INTE: bankDown,
  INTS: bankDown,
  // We only request pages that the bank named.
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
  // tokens.ts refreshes the token and repeats the call before this applies.
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

/** § AIS Errors, HTTP statuses, if the bank gave no known code. */
const httpRows: { readonly [cause in HttpCause]: CauseRow } = {
  http_400: ourBadRequest,
  http_401: bankSaysNo,
  http_403: bankSaysNo,
  http_404: bankSaysNo,
  http_405: { ...ourBadRequest, notOffered: true },
  http_406: ourBadRequest,
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
  // The caller left: this says nothing about the bank.
  aborted: { ...bankDown, health: 'neutral' },
  too_large: sendsTooMuch,
  too_many: sendsTooMuch,
  // An answer that can't be read.
  media_type: bankDown,
  json: bankDown,
  schema: { ...bankDown, health: 'answered' },
  redirect_host: unusableAnswer,
  paused: { ...bankDown, refusal: 'bank_paused', health: 'neutral' },
  crowded: { ...bankDown, refusal: 'bank_crowded', health: 'neutral' },
  // It repeats by itself (packages/stet/http-signer.ts).
  signer: { ...notSent, passing: true },
}

/** The table. */
export const failurePolicies: { readonly [cause in Cause]: CauseRow } = {
  ...codeRows,
  ...oauthRows,
  ...httpRows,
  ...wireRows,
}

export type FailurePolicy = CauseRow & {
  readonly cause: Cause
  /** `now`: after a back-off, by the caller. `later`: by the next run of a job. `never`: reported. */
  readonly retry: 'now' | 'later' | 'never'
  /** Maximum number of tries, including the first. */
  readonly maxTries: number
  /** The bank may have acted although we got no answer. */
  readonly answerLost: boolean
}

/**
 * The decision on a failed call: the row of its cause, and whether this operation may be repeated. `attended`: a person
 * waits. Otherwise a later run of the job repeats it, because each read counts against the day's quota. An unknown
 * operation is never repeated.
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
  const name = bankOperations.find(known => known === failed.operation)
  if (name === undefined || !passing || failed.kind === 'aborted') return { retry: 'never', maxTries: 1 }
  if (failed.kind === 'paused' || failed.kind === 'crowded' || failed.kind === 'signer')
    return { retry: attended ? 'never' : 'later', maxTries: 1 }
  const { repeat } = operations[name]
  // A connection that was never established had no effect, whatever the operation.
  const harmless = failed.sent === 'no' && name !== 'oauth.fallback'
  if (repeat === 'never') return harmless ? { retry: 'now', maxTries: 2 } : { retry: 'never', maxTries: 1 }
  if (repeat === 'once') return { retry: 'now', maxTries: 2 }
  if (attended) return { retry: 'now', maxTries: maxTries.attended }
  return { retry: 'later', maxTries: maxTries.batch }
}

/** The row of an operation by name; null if unknown. */
export function operationOf(name: string): OperationRow | null {
  const known = bankOperations.find(operation => operation === name)
  return known === undefined ? null : operations[known]
}

/** The key of a cause's sentence among the messages; only codes also have a title and a next step. */
export function sentenceKeyOf(
  cause: Cause,
): `failures.bankCodes.${BankCode}.sentence` | `causes.${Exclude<Cause, BankCode>}` {
  const code = bankCodes.find(known => known === cause)
  return code === undefined ? `causes.${cause as Exclude<Cause, BankCode>}` : `failures.bankCodes.${code}.sentence`
}
