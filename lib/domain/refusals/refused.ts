import type { BankCode } from '@guichet/stet/terms/cause.ts'
import { brand } from '@guichet/values/brand.ts'
import type { ActivationStep, LiveLimitName, Refusal } from './failure.ts'

export type BodyFault = 'json_malformed' | 'body_incomplete' | 'body_too_large' | 'media_type_not_supported'

export type MemberFault = 'member_missing' | 'member_unknown' | 'member_repeated' | 'value_not_valid'

/** A service's own check has no `fault`. */
export type InputIssue = { readonly field: string; readonly why?: string; readonly fault?: MemberFault }

/** Euros, decimal strings. */
export type ReachedLimit = { readonly name: LiveLimitName; readonly max: string; readonly left: string }

export type RefusedDetail = {
  readonly bankCode?: BankCode
  /** `choice.accounts.2.iban`. */
  readonly field?: string
  /** A schema's English words, for API clients. */
  readonly why?: string
  readonly reason?: BodyFault
  /** The one in `field` first. */
  readonly issues?: readonly InputIssue[]
  /** What is left to do. */
  readonly missing?: readonly ActivationStep[]
  /** For the payee only. */
  readonly limit?: ReachedLimit
  /** For support; the log has the rest. */
  readonly supportId?: string
  readonly retryAfterSeconds?: number
}

/** Thrown by services, caught by the two translators. The message is the code: no personal data leaks. */
export class Refused extends Error {
  static {
    brand(Refused, 'Refused')
  }

  readonly code: Refusal
  readonly bankCode: BankCode | undefined
  readonly field: string | undefined
  readonly why: string | undefined
  readonly reason: BodyFault | undefined
  readonly issues: readonly InputIssue[]
  readonly missing: readonly ActivationStep[] | undefined
  readonly limit: ReachedLimit | undefined
  readonly supportId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: Refusal, detail: RefusedDetail = {}) {
    super(code)
    this.name = 'Refused'
    this.code = code
    this.bankCode = detail.bankCode
    this.field = detail.field
    this.why = detail.why
    this.reason = detail.reason
    this.issues = detail.issues ?? []
    this.missing = detail.missing
    this.limit = detail.limit
    this.supportId = detail.supportId
    this.retryAfterSeconds = detail.retryAfterSeconds
  }
}

/** What was looked up; refused where there is nothing. */
export function requireFound<Row>(row: Row | null | undefined | false, code: Refusal = 'not_found'): Row {
  if (row === null || row === undefined || row === false) throw new Refused(code)
  return row
}
