/** Announced, or for information (document 1, rule 10). */

export type OpenLineFacts = { readonly status: string; readonly remittance: readonly string[] }

/** Anything but `BOOK` is a snapshot that the next refresh replaces. */
export function isBooked(line: Pick<OpenLineFacts, 'status'>): boolean {
  return line.status === 'BOOK'
}

/** Of French banks and the sandbox bank. */
const refusalWords = /(?<![\p{L}\p{N}])(refus[eé]e?s?|rejet[eé]?e?s?|annul[eé]e?s?|declined|rejected)(?![\p{L}\p{N}])/iu

/**
 * `INFO` may be discarded or pending, and v1.4.2 calls all of them `OTHR`: there the bank's text decides. `PDNG`,
 * `FUTR` and `BOOK` were not refused.
 */
export function isRefused({ status, remittance }: OpenLineFacts): boolean {
  return (status === 'INFO' || status === 'OTHR') && refusalWords.test(remittance.join(' ').normalize())
}

export type OpenDays = { readonly transactionDate: string | null; readonly expectedBookingDate: string | null }

/** Of the purchase, else when it is expected; null: the bank gives none. */
export function openDay({ transactionDate, expectedBookingDate }: OpenDays): string | null {
  return transactionDate ?? expectedBookingDate
}

/** Not booked, not refused, not only `INFO`. */
export function isForeseen(line: OpenLineFacts): boolean {
  return !isBooked(line) && line.status !== 'INFO' && !isRefused(line)
}
