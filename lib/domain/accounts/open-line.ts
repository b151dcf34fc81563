import { foldText } from '@guichet/values/text/clean.ts'
import { isBooked } from './transaction.ts'

/** Transactions that are not booked: announced, or given for information (document 1, rule 10). */

export type OpenLineFacts = { readonly status: string; readonly remittance: readonly string[] }

/** Words for a refusal at French banks and the sandbox bank, without accents. */
const refusalWords = /\b(refusee?s?|rejete?e?s?|rejet|annulee?s?|declined|rejected)\b/

/**
 * Whether the bank refused a transaction. An `INFO` transaction was discarded or is pending, and v1.4.2 calls everything
 * that is not booked `OTHR`: in both cases the bank's text decides. A pending (`PDNG`), future (`FUTR`) or booked
 * transaction was not refused, whatever its text.
 */
export function isRefused({ status, remittance }: OpenLineFacts): boolean {
  return (status === 'INFO' || status === 'OTHR') && refusalWords.test(foldText(remittance.join(' ')))
}

/** Whether a line counts as money to come: not booked, not refused, and not only for information (`INFO`). */
export function isForeseen(line: OpenLineFacts): boolean {
  return !isBooked(line) && line.status !== 'INFO' && !isRefused(line)
}
