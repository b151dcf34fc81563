import { stringify } from 'csv-stringify/sync'
import { type ExportAccount, type ExportLine, type ExportWriter, nothing, shortNumberOf } from './line.ts'

/** RFC 4180, and what French spreadsheets open: `;`, decimal comma, JJ/MM/AAAA, BOM. */

const columns = {
  csv: [
    'account',
    'bank',
    'date',
    'value date',
    'label',
    'details',
    'amount',
    'currency',
    'status',
    'category',
    'reference',
    'end-to-end id',
    'code',
    'source',
    'shown name',
    'account number',
    'note',
    'tags',
    'split',
  ],
  'csv-fr': [
    'compte',
    'banque',
    'date',
    'date de valeur',
    'libellé',
    'détails',
    'montant',
    'devise',
    'état',
    'catégorie',
    'référence',
    'référence de bout en bout',
    'code',
    'origine',
    'nom affiché',
    'numéro de compte',
    'note',
    'étiquettes',
    'répartition',
  ],
} as const

/** Between further remittance texts. */
export const detailSeparator = ' | '

/** Booked or not; every text cell neutralised. */
export function csvWriter(dialect: keyof typeof columns): ExportWriter {
  const french = dialect === 'csv-fr'
  const write = (cells: readonly string[]) =>
    stringify([[...cells]], { delimiter: french ? ';' : ',', record_delimiter: '\r\n' })
  return {
    head: () => `${french ? '\uFEFF' : ''}${write(columns[dialect])}`,
    accountHead: nothing,
    line: (line, account) => write(cellsOf(line, account, french)),
    accountTail: nothing,
    tail: nothing,
    bookedOnly: false,
  }
}

/** Others are written as the bank does. */
const statuses: ReadonlyMap<string, readonly [english: string, french: string]> = new Map([
  ['BOOK', ['booked', 'comptabilisée']],
  ['PDNG', ['pending', 'en attente']],
  ['FUTR', ['upcoming', 'à venir']],
  ['INFO', ['information', 'pour information']],
])

function cellsOf(line: ExportLine, { id, iban, name, bank }: ExportAccount, french: boolean): string[] {
  const day = (iso: string | null) => (iso === null ? '' : french ? iso.split('-').reverse().join('/') : iso)
  const { label, remittance, amount, categoryName, entryReference, endToEndId, code, imported } = line
  const source = imported ? (french ? 'fichier' : 'file') : french ? 'banque' : 'bank'
  const text = [name, bank].map(neutralise)
  const money = [french ? amount.amount.replace('.', ',') : amount.amount, amount.currency]
  const details = remittance.slice(1).join(detailSeparator)
  const status = statuses.get(line.status)?.[french ? 1 : 0] ?? line.status
  const rest = [status, categoryName, entryReference ?? '', endToEndId ?? '', code ?? ''].map(neutralise)
  return [
    ...text,
    day(line.day),
    day(line.valueDate),
    neutralise(label),
    neutralise(details),
    ...money,
    ...rest,
    source,
    neutralise(line.name),
    iban ?? shortNumberOf(id),
    ...[line.note ?? '', line.tags.join(', '), line.splitText].map(neutralise),
  ]
}

/** Start a formula, also full-width or behind white space that spreadsheets skip. */
const formula = /^[\s\u00a0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20|]|^[\t\r\n]/

/** Behind any quotes, so that one that was there comes back. */
function isFormula(text: string): boolean {
  return formula.test(text.replace(/^'+/, ''))
}

/** Text for a spreadsheet, whatever a bank or payer wrote (C47). */
export function neutralise(text: string): string {
  return isFormula(text) ? `'${text}` : text
}

export function restoreNeutral(cell: string): string {
  return cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell
}
