import { randomBytes } from 'node:crypto'
import { BankError } from '@guichet/stet/errors.ts'
import { databaseAway, isDatabaseAway } from '#lib/base/database-away.ts'
import { type FailurePolicy, policyFor } from '#lib/domain/bank/answer.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { log } from '#lib/log.ts'

/** domain/bank/answer.ts says what each means. */

/** To be read out to support; the log has the rest (C51). */
export function newSupportId(): string {
  const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  return [...randomBytes(10)].map(byte => alphabet[byte % alphabet.length]).join('')
}

/** Returns its support id. */
export function reportOurFault(error: unknown, where: string): string {
  const supportId = newSupportId()
  log().error({ err: error, where, supportId }, 'our fault')
  return supportId
}

/** Null if it is no failed call. `attended`: a person waits. */
export function policyOf(error: unknown, attended = true): FailurePolicy | null {
  return error instanceof BankError ? policyFor(error, attended) : null
}

/** The same call may work later. */
export function isBankSilent(error: unknown): error is BankError {
  return policyOf(error)?.passing ?? false
}

/** docs/faults.md, What may be repeated. */
export function isAnswerLost(error: unknown): error is BankError {
  return policyOf(error)?.answerLost ?? false
}

/** NIMP, 501: no failure. */
export function isNotOffered(error: unknown): boolean {
  return policyOf(error)?.notOffered ?? false
}

/** Not a database that was down. A lost lease is the caller's to check. */
export function isOurFault(error: unknown): boolean {
  if (error instanceof Refused) return error.code === 'our_fault'
  return !(error instanceof BankError) && !isDatabaseAway(error)
}

/** Anything but `BankError` or `Refused` is our fault and logged, except a database that was down. */
export function toRefused(error: unknown, where: string): Refused {
  if (error instanceof Refused) return error
  if (isDatabaseAway(error)) return databaseAway()
  if (!(error instanceof BankError)) return new Refused('our_fault', { supportId: reportOurFault(error, where) })
  const { refusal } = policyFor(error, true)
  const detail = omitUndefined({
    bankCode: error.code ?? undefined,
    retryAfterSeconds: error.retryAfterSeconds ?? undefined,
    supportId: refusal === 'our_fault' ? reportOurFault(error, where) : undefined,
  })
  return new Refused(refusal, detail)
}

/** The bank's, else the refusal's. */
export function failureCodeOf(refused: Refused): string {
  return refused.bankCode ?? refused.code
}
