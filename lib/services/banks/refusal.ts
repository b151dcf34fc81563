import { randomBytes } from 'node:crypto'
import { BankError } from '@guichet/stet/errors.ts'
import { databaseAway, isDatabaseAway } from '#lib/base/database-away.ts'
import { type FailurePolicy, policyFor } from '#lib/domain/bank/answer.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { log } from '#lib/log.ts'

/** Failed calls to banks as refusals; the table in domain/bank/answer.ts says what each means. */

/** A short id that a person can read out to support; the log line with this id has the details (C51). */
export function newSupportId(): string {
  const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  return [...randomBytes(10)].map(byte => alphabet[byte % alphabet.length]).join('')
}

/** Logs a fault of ours and returns its support id. */
export function reportOurFault(error: unknown, where: string): string {
  const supportId = newSupportId()
  log().error({ err: error, where, supportId }, 'our fault')
  return supportId
}

/** The table's policy on a thrown error; null if it is not a failed call. `attended`: a person waits. */
export function policyOf(error: unknown, attended = true): FailurePolicy | null {
  return error instanceof BankError ? policyFor(error, attended) : null
}

/** Whether the bank gave no understandable answer, or said that it is not available: the same call may work later. */
export function isBankSilent(error: unknown): error is BankError {
  return policyOf(error)?.passing ?? false
}

/** Whether a call may have taken effect although we got no answer (docs/faults.md, What may be repeated). */
export function isAnswerLost(error: unknown): error is BankError {
  return policyOf(error)?.answerLost ?? false
}

/** Whether the bank, or its version of the interface, does not offer this (NIMP, 501), which is not a failure. */
export function isNotOffered(error: unknown): boolean {
  return policyOf(error)?.notOffered ?? false
}

/**
 * Whether something failed on our side, other than a database that was down. An error caused by a lost lease must be checked by the
 * caller.
 */
export function isOurFault(error: unknown): boolean {
  if (error instanceof Refused) return error.code === 'our_fault'
  return !(error instanceof BankError) && !isDatabaseAway(error)
}

/**
 * A failed call to a bank as a refusal. Anything but a `BankError` or `Refused` is our fault and logged, except that our own database was
 * down, which is a reason to retry.
 */
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

/** The code stored with an account that could not be read: the bank's if there is one, else the refusal's. */
export function failureCodeOf(refused: Refused): string {
  return refused.bankCode ?? refused.code
}
