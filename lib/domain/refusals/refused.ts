import { brandOf, carriesBrand } from './brand.ts'
import type { BankCode, Refusal } from './failure.ts'

/** What may stand beside a refusal, for whoever translates it. */
export type RefusedDetail = {
  /** The bank's own code, when it was the bank that said no. */
  readonly bankCode?: BankCode
  /** The input that was wrong, as a path: `choice.accounts.2.iban`. */
  readonly field?: string
  /** What it must be instead, in a schema's fixed English words: for answers to programs. */
  readonly why?: string
  /** Id to quote to support; the log has the rest. */
  readonly supportId?: string
  readonly retryAfterSeconds?: number
}

const refusedBrand = brandOf('Refused')

/**
 * A service says no. Thrown by services, caught by the two translators only (problem+json, and a sentence). Its message is
 * the code alone: nothing about a person can leak through it.
 */
export class Refused extends Error {
  readonly [refusedBrand] = true

  /** Also true of one that another copy of this module made. */
  static override [Symbol.hasInstance](value: unknown): value is Refused {
    return carriesBrand(value, refusedBrand)
  }

  readonly code: Refusal
  readonly bankCode: BankCode | undefined
  readonly field: string | undefined
  readonly why: string | undefined
  readonly supportId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: Refusal, detail: RefusedDetail = {}) {
    super(code)
    this.name = 'Refused'
    this.code = code
    this.bankCode = detail.bankCode
    this.field = detail.field
    this.why = detail.why
    this.supportId = detail.supportId
    this.retryAfterSeconds = detail.retryAfterSeconds
  }
}
