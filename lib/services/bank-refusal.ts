import { randomBytes } from 'node:crypto'
import { Refused } from '#lib/domain/refused.ts'
import { log } from '#lib/log.ts'
import { BankError, isQuotaUsed } from '#lib/stet/errors.ts'

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

const silences: readonly string[] = ['timeout', 'transport', 'aborted', 'too_large', 'media_type', 'json', 'schema']

/** Whether the bank said nothing that can be understood, or that it can't answer now: the same call may work later. */
export function isBankSilent(error: unknown): error is BankError {
  if (!(error instanceof BankError)) return false
  if (error.kind !== 'status') return silences.includes(error.kind)
  return error.status === 408 || (error.status !== null && error.status >= 500 && error.status !== 501)
}

/** Whether a call may have been acted on without our hearing of it (quality.md, What may be repeated). */
export function isAnswerLost(error: unknown): error is BankError {
  return isBankSilent(error) && error.sent !== 'no'
}

/** A failed call to a bank as a refusal of ours. Anything that is no `BankError` or `Refused` is our fault, and logged. */
export function toRefused(error: unknown, where: string): Refused {
  if (error instanceof Refused) return error
  if (!(error instanceof BankError)) return new Refused('our_fault', { supportId: reportOurFault(error, where) })
  const detail = {
    ...(error.code === null ? {} : { bankCode: error.code }),
    ...(error.retryAfterSeconds === null ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
  }
  const isStatus = error.kind === 'status'
  if (isQuotaUsed(error)) return new Refused('bank_quota_used', detail)
  if (isBankSilent(error)) return new Refused('bank_unavailable', detail)
  if (isStatus) return new Refused('bank_refused', detail)
  return new Refused('our_fault', { supportId: reportOurFault(error, where) })
}

/** What is kept beside an account whose reading failed: the bank's code where it gave one, else the refusal. */
export function failureCodeOf(refused: Refused): string {
  return refused.bankCode ?? refused.code
}
