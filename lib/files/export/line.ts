import { XMLBuilder } from 'fast-xml-parser'
import type { TransactionView } from '#lib/views/banking.ts'

export type ExportAccount = {
  readonly id: string
  readonly name: string
  readonly bank: string
  readonly bic: string
  readonly iban: string | null
  readonly currency: string
  readonly kind: 'account' | 'savings' | 'card'
  /** Accounting balance, else another; null: none read. */
  readonly balance: { readonly type: string; readonly amount: string; readonly day: string } | null
}

export type ExportLine = TransactionView & {
  readonly categoryName: string
  readonly split: readonly { readonly name: string; readonly amount: string }[]
}

export type ExportStyle = {
  readonly locale: 'fr' | 'en'
  /** ISO 8601. */
  readonly writtenAt: string
  /** Included, `2026-11-21`. */
  readonly from: string
  readonly to: string
  /** At most 35 characters. */
  readonly id: string
}

/** In parts; account by account, newest first. */
export type ExportWriter = {
  readonly head: (accounts: readonly ExportAccount[], style: ExportStyle) => string
  readonly accountHead: (account: ExportAccount, style: ExportStyle) => string
  readonly line: (line: ExportLine, account: ExportAccount, style: ExportStyle) => string
  readonly accountTail: (account: ExportAccount, style: ExportStyle) => string
  readonly tail: (style: ExportStyle) => string
  readonly bookedOnly: boolean
}

/** Of what has no IBAN: its id, in the 22 characters that programs keep. */
export function shortNumberOf(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
}

export const nothing = () => ''

/** In order; undefined ones are omitted, `@name` is an attribute, `#text` the text. */
export type XmlElements = { readonly [name: string]: Xml | readonly Xml[] }
type Xml = string | undefined | XmlElements

/** Without what XML 1.0 doesn't allow. Quotes stay as they are: OFX has no entity for them, and libofx loses them. */
function toXmlText(_name: string, value: unknown): string {
  const allowed = String(value)
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
  return allowed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressBooleanAttributes: false,
  processEntities: false,
  tagValueProcessor: toXmlText,
  attributeValueProcessor: (name, value) => toXmlText(name, value).replaceAll('"', '&quot;'),
})

export function writeXml(elements: XmlElements): string {
  return builder.build(elements)
}

/** Undefined if empty, so that its element is omitted. */
export function bounded(text: string | null, maxLength: number): string | undefined {
  return cut(text ?? '', maxLength) || undefined
}

/** Splits no surrogate pair. */
export function cut(text: string, maxLength: number): string {
  return [...text].slice(0, maxLength).join('')
}
