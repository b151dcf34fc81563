import type { BankCode } from '@guichet/stet/terms/cause.ts'
import { brandOf, carriesBrand } from '@guichet/values/brand.ts'
import type { ActivationStep, LiveLimitName, Refusal } from './failure.ts'

/** Why a body could not be read. */
export type BodyFault = 'json_malformed' | 'body_incomplete' | 'body_too_large' | 'media_type_not_supported'

/** What is wrong with a member by its schema. */
export type MemberFault = 'member_missing' | 'member_unknown' | 'member_repeated' | 'value_not_valid'

/** One member of the input, and what it must be instead. A service's own check has no `fault`: the member's name says which. */
export type InputIssue = { readonly field: string; readonly why?: string; readonly fault?: MemberFault }

/** The limit that a live payment exceeds; amounts in euros as decimal strings. */
export type ReachedLimit = { readonly name: LiveLimitName; readonly max: string; readonly left: string }

/** Details of a refusal, for its translation. */
export type RefusedDetail = {
  /** The bank's own code, if the bank refused. */
  readonly bankCode?: BankCode
  /** Path of the invalid input: `choice.accounts.2.iban`. */
  readonly field?: string
  /** What it must be, in a schema's fixed English words, for API clients. */
  readonly why?: string
  /** Of a body that could not be read at all. */
  readonly reason?: BodyFault
  /** Every member that is wrong, the one in `field` first. */
  readonly issues?: readonly InputIssue[]
  /** Of an organisation that is not activated: what is left to do. */
  readonly missing?: readonly ActivationStep[]
  /** For members and API keys of the payee only, never for payers. */
  readonly limit?: ReachedLimit
  /** Id to quote to support; the log has the rest. */
  readonly supportId?: string
  readonly retryAfterSeconds?: number
}

const refusedBrand = brandOf('Refused')

/**
 * A refusal by a service. Thrown by services, caught only by the two translators (problem+json, and a sentence). Its
 * message is the code only, so no personal data can leak through it.
 */
export class Refused extends Error {
  readonly [refusedBrand] = true

  /** True also for instances of another copy of this module. */
  static override [Symbol.hasInstance](value: unknown): value is Refused {
    return carriesBrand(value, refusedBrand)
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
