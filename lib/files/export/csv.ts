import { stringify } from 'csv-stringify/sync'
import { type ExportLine, type ExportWriter, nothing } from './line.ts'

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
    line: (line, { name, bank }) => write(cellsOf(line, { name, bank }, french)),
    accountTail: nothing,
    tail: nothing,
    bookedOnly: false,
  }
}

function cellsOf(line: ExportLine, { name, bank }: { name: string; bank: string }, french: boolean): string[] {
  const day = (iso: string | null) => (iso === null ? '' : french ? iso.split('-').reverse().join('/') : iso)
  const { label, remittance, amount, status, categoryName, entryReference, endToEndId, code, imported } = line
  const source = imported ? (french ? 'fichier' : 'file') : french ? 'banque' : 'bank'
  const text = [name, bank].map(neutralise)
  const money = [french ? amount.amount.replace('.', ',') : amount.amount, amount.currency]
  const details = remittance.slice(1).join(detailSeparator)
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
  ]
}

/** Start a formula, also full-width or behind white space that spreadsheets skip. */
const formula = /^[\s\u00a0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20|]|^[\t\r\n]/

/** Text for a spreadsheet, whatever a bank or payer wrote (C47). */
export function neutralise(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

export function restoreNeutral(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
}
