import { foldText } from '#lib/domain/text/clean.ts'
import { isBooked } from './transaction.ts'

/** What is not booked: announced, or only mentioned by the bank (document 1, rule 10). */

export type OpenLineFacts = { readonly status: string; readonly remittance: readonly string[] }

/** How French banks and ours word it, without accents. */
const refusalWords = /\b(refusee?s?|rejete?e?s?|rejet|annulee?s?|declined|rejected)\b/

/**
 * Whether a line is an operation that the bank refused. `INFO` is an operation discarded or pending, and v1.4.2 calls
 * everything that is not booked `OTHR`: there the bank's own text tells. What the bank says is in process (`PDNG`), to
 * come (`FUTR`) or booked is no refusal, whatever its text.
 */
export function isRefused({ status, remittance }: OpenLineFacts): boolean {
  return (status === 'INFO' || status === 'OTHR') && refusalWords.test(foldText(remittance.join(' ')))
}

/** Whether a line counts as money to come: not booked, not refused, and more than a piece of information (`INFO`). */
export function isForeseen(line: OpenLineFacts): boolean {
  return !isBooked(line) && line.status !== 'INFO' && !isRefused(line)
}
