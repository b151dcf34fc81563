import { randomBytes } from 'node:crypto'
import { type Ruling, ruleOn } from '#lib/domain/bank/answer.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { log } from '#lib/log.ts'
import { databaseAway, isDatabaseAway } from '#lib/services/database-away.ts'
import { BankError } from '#lib/stet/errors.ts'

/** Failed calls to banks as our services see them; the table in domain/bank/answer.ts says what each means. */

/** A short id a person can read out to support; the log line that carries it has the rest (C51). */
export function newSupportId(): string {
  const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  return [...randomBytes(10)].map(byte => alphabet[byte % alphabet.length]).join('')
}

/** Logs a failure of ours and returns the id to quote. */
export function reportOurFault(error: unknown, where: string): string {
  const supportId = newSupportId()
  log().error({ err: error, where, supportId }, 'our fault')
  return supportId
}

/** The ruling of the table on whatever a call threw; null when it is no failure of a call. `attended`: a person waits. */
export function rulingOn(error: unknown, attended = true): Ruling | null {
  return error instanceof BankError ? ruleOn(error, attended) : null
}

/** Whether the bank said nothing that can be understood, or that it can't answer now: the same call may work later. */
export function isBankSilent(error: unknown): error is BankError {
  return rulingOn(error)?.passing ?? false
}

/** Whether a call may have been acted on without our hearing of it (quality.md, What may be repeated). */
export function isAnswerLost(error: unknown): error is BankError {
  return rulingOn(error)?.answerLost ?? false
}

/** Whether the bank, or this version of its interface, does not have this at all (NIMP, 501): nothing has failed. */
export function isNotOffered(error: unknown): boolean {
  return rulingOn(error)?.notOffered ?? false
}

/**
 * Whether something failed on our side: neither the bank nor the person is to blame, and our database was not merely away. An
 * error that came of a lease that was lost is for the caller to know.
 */
export function isOurFault(error: unknown): boolean {
  if (error instanceof Refused) return error.code === 'our_fault'
  return !(error instanceof BankError) && !isDatabaseAway(error)
}

/**
 * A failed call to a bank as a refusal of ours. Anything that is no `BankError` or `Refused` is our fault, and logged; but
 * for our own database being away, which is a reason to come again.
 */
export function toRefused(error: unknown, where: string): Refused {
  if (error instanceof Refused) return error
  if (isDatabaseAway(error)) return databaseAway()
  if (!(error instanceof BankError)) return new Refused('our_fault', { supportId: reportOurFault(error, where) })
  const { refusal } = ruleOn(error, true)
  return new Refused(refusal, {
    ...(error.code === null ? {} : { bankCode: error.code }),
    ...(error.retryAfterSeconds === null ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    ...(refusal === 'our_fault' ? { supportId: reportOurFault(error, where) } : {}),
  })
}

/** What is kept beside an account whose reading failed: the bank's code where it gave one, else the refusal. */
export function failureCodeOf(refused: Refused): string {
  return refused.bankCode ?? refused.code
}
