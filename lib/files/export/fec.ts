import { accountName, type BookAccounts } from '#lib/domain/books/accounts.ts'
import type { BookEntry, BookLine } from '#lib/domain/books/entries.ts'
import { sirenOf } from '#lib/domain/merchant/siren.ts'

/**
 * The 18 columns of article A47 A-1 of the Livre des procédures fiscales, tab-separated, AAAAMMJJ, decimal comma:
 * our journals, for the accounting software. Nobody has validated them there, so that ValidDate is empty.
 */

const fecColumns = [
  'JournalCode',
  'JournalLib',
  'EcritureNum',
  'EcritureDate',
  'CompteNum',
  'CompteLib',
  'CompAuxNum',
  'CompAuxLib',
  'PieceRef',
  'PieceDate',
  'EcritureLib',
  'Debit',
  'Credit',
  'EcritureLet',
  'DateLet',
  'ValidDate',
  'Montantdevise',
  'Idevise',
] as const

const journals = {
  sales: ['VE', 'Ventes'],
  transit: ['GUI', 'Virements exécutés'],
  bank: ['BQ', 'Banque'],
} as const satisfies { readonly [journal in BookEntry['journal']]: readonly [string, string] }

export function fecHead(): string {
  return toLine(fecColumns)
}

type Numbering = {
  readonly month: string
  /** Of the first, in its month. */
  readonly number: number
  readonly isTest: boolean
  readonly accounts: BookAccounts
}

/** Numbers without a gap over all journals, in order of days, none in two months. A test's lines say so. */
export function fecLines(entries: readonly BookEntry[], { month, number, isTest, accounts }: Numbering): string {
  const prefix = `GUI${dateOf(month)}-`
  return entries
    .map((entry, at) => {
      const name = `${prefix}${String(number + at).padStart(6, '0')}`
      const label = `${isTest ? 'ESSAI ' : ''}${entry.label}`
      return entry.lines.map(line => fecLine({ ...entry, label }, name, line, accounts)).join('')
    })
    .join('')
}

function fecLine(entry: BookEntry, number: string, line: BookLine, accounts: BookAccounts): string {
  const [code, name] = journals[entry.journal]
  const { role, minor, customer, letter } = line
  // An entry refers to a piece.
  const piece = cellOf(entry.piece) || number
  return toLine([
    code,
    name,
    number,
    dateOf(entry.day),
    accounts[role],
    accountName(role, accounts),
    customer?.number ?? '',
    customer?.name ?? '',
    piece,
    dateOf(entry.pieceOn),
    cellOf(entry.label),
    minor > 0n ? decimalOf(minor) : '0,00',
    minor > 0n ? '0,00' : decimalOf(-minor),
    letter?.code ?? '',
    letter === undefined ? '' : dateOf(letter.day),
    '',
    '',
    '',
  ])
}

const dateOf = (day: string) => day.replaceAll('-', '')

function decimalOf(minor: bigint): string {
  const digits = String(minor).padStart(3, '0')
  return `${digits.slice(0, -2)},${digits.slice(-2)}`
}

/** No separators of cells or lines. */
const cellOf = (text: string) => text.replace(/[\t\r\n]+/g, ' ').trim()

function toLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join('\t')}\r\n`
}

/** The authority's name: SIREN, `FEC`, last day. A test's begins with `ESSAI-`. */
export function fecFileName(registrationNumber: string | null, lastDay: string, isTest: boolean): string {
  return `${isTest ? 'ESSAI-' : ''}${sirenOf(registrationNumber ?? '') ?? ''}FEC${dateOf(lastDay)}.txt`
}
