import { XMLBuilder } from 'fast-xml-parser'
import type { TransactionView } from '#lib/views/banking.ts'

/** What an export writes: a line as pages have it, with the account it stands on. */

export type ExportAccount = {
  readonly id: string
  readonly name: string
  readonly bank: string
  readonly bic: string
  readonly iban: string | null
  readonly currency: string
  readonly kind: 'account' | 'card'
  /** Accounting balance, else another one; null when none was read. */
  readonly balance: { readonly type: string; readonly amount: string; readonly day: string } | null
}

export type ExportLine = TransactionView & { readonly categoryName: string }

/** When and in which language a file is written. */
export type ExportStyle = {
  readonly locale: 'fr' | 'en'
  /** ISO 8601. */
  readonly writtenAt: string
  /** Unique name of this file, at most 35 characters. */
  readonly id: string
}

/** A file as parts that are written one after the other; lines come account by account, newest first. */
export type ExportWriter = {
  readonly head: (accounts: readonly ExportAccount[], style: ExportStyle) => string
  readonly accountHead: (account: ExportAccount, style: ExportStyle) => string
  readonly line: (line: ExportLine, account: ExportAccount, style: ExportStyle) => string
  readonly accountTail: (account: ExportAccount, style: ExportStyle) => string
  readonly tail: (style: ExportStyle) => string
  /** Formats of statements know booked lines only. */
  readonly bookedOnly: boolean
}

export const nothing = () => ''

/** Elements in the order of their names; what is undefined is left out, `@name` is an attribute and `#text` the text beside it. */
type XmlElements = { readonly [name: string]: string | undefined | readonly string[] | XmlElements }

/** Characters that XML 1.0 does not allow are left out. */
function toXmlText(_name: string, value: unknown): string {
  return String(value)
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressBooleanAttributes: false,
  tagValueProcessor: toXmlText,
  attributeValueProcessor: toXmlText,
})

/** Elements as XML on one line, every text of them escaped. */
export function writeXml(elements: XmlElements): string {
  return builder.build(elements)
}

/** At most so many characters of a text for `writeXml`; an empty one is undefined, so that its element is left out. */
export function bounded(text: string | null, maxLength: number): string | undefined {
  return cut(text ?? '', maxLength) || undefined
}

/** At most so many characters, never half of one. */
export function cut(text: string, maxLength: number): string {
  return [...text].slice(0, maxLength).join('')
}
