import type { TransactionView } from './views.ts'

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

/** Signs that XML 1.0 does not allow are left out, the rest written harmlessly. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&apos;')
}

/** `<name>text</name>`, or nothing for an empty text. */
export function element(name: string, text: string | null): string {
  return text === null || text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`
}

/** At most so many characters, never half of one. */
export function cut(text: string, maxLength: number): string {
  return [...text].slice(0, maxLength).join('')
}
