import { XMLBuilder } from 'fast-xml-parser'
import type { TransactionView } from '#lib/views/banking.ts'

/** Input of an export: a transaction as pages show it, with its account. */

export type ExportAccount = {
  readonly id: string
  readonly name: string
  readonly bank: string
  readonly bic: string
  readonly iban: string | null
  readonly currency: string
  readonly kind: 'account' | 'card'
  /** Accounting balance, else another one; null if none was read. */
  readonly balance: { readonly type: string; readonly amount: string; readonly day: string } | null
}

export type ExportLine = TransactionView & { readonly categoryName: string }

/** Time, period and language of the file. */
export type ExportStyle = {
  readonly locale: 'fr' | 'en'
  /** ISO 8601. */
  readonly writtenAt: string
  /** First and last day of what it contains, `2026-11-21`. */
  readonly from: string
  readonly to: string
  /** Unique id of this file, at most 35 characters. */
  readonly id: string
}

/** A file in parts that are written in sequence; transactions come account by account, newest first. */
export type ExportWriter = {
  readonly head: (accounts: readonly ExportAccount[], style: ExportStyle) => string
  readonly accountHead: (account: ExportAccount, style: ExportStyle) => string
  readonly line: (line: ExportLine, account: ExportAccount, style: ExportStyle) => string
  readonly accountTail: (account: ExportAccount, style: ExportStyle) => string
  readonly tail: (style: ExportStyle) => string
  /** Statement formats contain booked transactions only. */
  readonly bookedOnly: boolean
}

export const nothing = () => ''

/** Elements by name, in order; undefined ones are omitted, `@name` is an attribute and `#text` its text. */
type XmlElements = { readonly [name: string]: string | undefined | readonly string[] | XmlElements }

/** Characters not allowed in XML 1.0 are removed. */
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

/** Elements as XML on one line, with escaped texts. */
export function writeXml(elements: XmlElements): string {
  return builder.build(elements)
}

/** A text cut for `writeXml`; undefined if empty, so that its element is omitted. */
export function bounded(text: string | null, maxLength: number): string | undefined {
  return cut(text ?? '', maxLength) || undefined
}

/** At most this many characters, never splitting a surrogate pair. */
export function cut(text: string, maxLength: number): string {
  return [...text].slice(0, maxLength).join('')
}
