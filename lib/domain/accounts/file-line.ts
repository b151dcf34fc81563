import { cleanText } from '@guichet/values/text/clean.ts'
import type { ImportedLine } from './import-line.ts'
import { cleanRemittance, searchTextOf } from './transaction.ts'

export type FileLine = ReturnType<typeof toFileLine>

/** `position`: index in the file. */
export function toFileLine(line: ImportedLine, position: number) {
  const { amount, day, valueDate, code } = line
  const remittance = cleanRemittance(line.remittance)
  const endToEndId = line.endToEndId === null ? null : cleanText(line.endToEndId, 35)
  const whole = { resourceId: null, entryReference: null, status: 'BOOK', bookingDate: day, transactionDate: null }
  const bounded = (text: string | null) => (text === null ? null : cleanText(text, 35))
  return {
    position,
    entryReference: line.reference === null ? null : cleanText(line.reference, 70),
    amountMinor: amount.amountMinor.toString(),
    currency: amount.currency,
    day,
    bookingDate: day,
    valueDate,
    label: remittance[0] ?? '',
    remittance,
    codeDomain: bounded(code.domain),
    codeFamily: bounded(code.family),
    codeSubFamily: bounded(code.subFamily),
    code: bounded(code.code),
    codeIssuer: bounded(code.issuer),
    endToEndId,
    own: line.own ?? null,
    searchText: searchTextOf({ ...whole, ...line, endToEndId, expectedBookingDate: null }, remittance),
  }
}
