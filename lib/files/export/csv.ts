import { stringify } from 'csv-stringify/sync'
import { type ExportAccount, type ExportLine, type ExportWriter, nothing, shortNumberOf } from './line.ts'
import { fileWords } from './words.ts'

/** Between further remittance texts. */
export const detailSeparator = ' | '

export type CsvDialect = 'csv' | 'csv-fr'

/** RFC 4180, or what French spreadsheets open: `;`, decimal comma, JJ/MM/AAAA, BOM. */
export function csvDialect(dialect: CsvDialect) {
  const isFrench = dialect === 'csv-fr'
  const write = (...rows: readonly (readonly string[])[]) =>
    stringify(
      [...rows].map(cells => [...cells]),
      { delimiter: isFrench ? ';' : ',', record_delimiter: '\r\n' },
    )
  return {
    isFrench,
    words: fileWords[isFrench ? 'fr' : 'en'].csv,
    head: (cells: string) => `${isFrench ? '\uFEFF' : ''}${write(cells.split(', '))}`,
    write,
    amount: (text: string) => (isFrench ? text.replace('.', ',') : text),
    day: (iso: string | null) => (iso === null ? '' : isFrench ? iso.split('-').reverse().join('/') : iso),
  }
}

/** Booked or not; every text cell neutralised. */
export function csvWriter(dialect: CsvDialect): ExportWriter {
  const csv = csvDialect(dialect)
  return {
    head: () => csv.head(csv.words.transactions),
    accountHead: nothing,
    line: (line, account) => csv.write(cellsOf(line, account, csv)),
    accountTail: nothing,
    tail: nothing,
    bookedOnly: false,
  }
}

function cellsOf(
  line: ExportLine,
  { id, iban, name, bank }: ExportAccount,
  { words, amount: write, day }: ReturnType<typeof csvDialect>,
): string[] {
  const { label, remittance, amount, categoryName, entryReference, endToEndId, code, imported } = line
  const text = [name, bank].map(neutralise)
  const details = remittance.slice(1).join(detailSeparator)
  // Others are written as the bank does.
  const split = line.split.map(part => `${part.name} ${write(part.amount)}`).join(detailSeparator)
  const status = new Map(Object.entries(words.lineStatuses)).get(line.status) ?? line.status
  const rest = [status, categoryName, entryReference ?? '', endToEndId ?? '', code ?? ''].map(neutralise)
  return [
    ...text,
    day(line.day),
    day(line.valueDate),
    neutralise(label),
    neutralise(details),
    write(amount.amount),
    amount.currency,
    ...rest,
    words.sources[imported ? 'file' : 'bank'],
    neutralise(line.name),
    iban ?? shortNumberOf(id),
    ...[line.note ?? '', line.tags.join(', '), split].map(neutralise),
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
