import { cleanText, foldText } from '@guichet/values/text/clean.ts'
import { CsvError, parse } from 'csv-parse/sync'
import {
  type ColumnMapping,
  type DayOrder,
  dayOrderOf,
  type ImportedLine,
  type ImportField,
  type ImportProblem,
  type ImportReading,
  type ImportTarget,
  importFields,
  importLimits,
  noCode,
  readDay,
  readFileAmount,
  refuseFile,
} from '#lib/domain/accounts/import-line.ts'
import { detailSeparator, restoreNeutral } from '#lib/files/export/csv.ts'

/** Delimiter, header and columns are guessed; the person may correct them. */

/** Folded, preferred first. */
const heads: { readonly [field in ImportField]: readonly string[] } = {
  day: [
    'date comptable',
    'date de comptabilisation',
    'booking date',
    'date operation',
    "date d'operation",
    'date',
    'jour',
    'day',
    'transaction date',
  ],
  amount: [
    'montant',
    'montant (eur)',
    'montant(euros)',
    'montant en euros',
    'amount',
    'amount (eur)',
    'valeur',
    'value',
    'somme',
  ],
  debit: ['debit', 'montant debit', 'debit (eur)', 'debit euros', 'sortie', 'paid out', 'money out', 'withdrawal'],
  credit: ['credit', 'montant credit', 'credit (eur)', 'credit euros', 'entree', 'paid in', 'money in', 'deposit'],
  label: [
    'libelle',
    'libelle simplifie',
    "libelle de l'operation",
    'libelle operation',
    'label',
    'description',
    'intitule',
    'wording',
    'payee',
    'motif',
    'operation',
    'communication',
  ],
  details: ['details', 'informations complementaires', 'libelle complementaire', 'memo', 'notes'],
  valueDate: ['date de valeur', 'date valeur', 'value date', 'valuta'],
  reference: ['reference', 'ref', 'reference operation', 'numero', 'id', 'transaction id'],
  endToEndId: ['reference de bout en bout', 'end-to-end id', 'end to end id', 'endtoendid'],
  currency: ['devise', 'currency', 'monnaie'],
}

type Record = { readonly cells: readonly string[]; readonly line: number }
export type CsvTable = { readonly columns: readonly string[]; readonly records: readonly Record[] }

export function readTable(text: string): CsvTable | ImportProblem {
  const delimiter = delimiterOf(text)
  try {
    const rows = parse(text, {
      delimiter,
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 100_000,
      to: importLimits.lines + 100,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return toTable(rows.map(({ record, info }) => ({ cells: record.map(normaliseCell), line: info.lines })))
  } catch (error) {
    const line = error instanceof CsvError && typeof error.lines === 'number' ? error.lines : null
    return { code: 'bad_quotes', line }
  }
}

function normaliseCell(cell: string): string {
  return restoreNeutral(cell.trim())
}

/** Most columns, the same in most of the first records. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .split(/\r?\n/)
    .filter(line => line.trim() !== '')
    .slice(0, 30)
  const scored = [';', ',', '\t', '|'].map(sign => {
    const counts = lines.map(line => line.replace(/"[^"]*"/g, '').split(sign).length - 1)
    const usual = counts.toSorted((left, right) => left - right)[Math.floor(counts.length / 2)] ?? 0
    return { sign, score: usual === 0 ? 0 : counts.filter(count => count === usual).length * 100 + usual }
  })
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).sign
}

/** Records about the account precede the header. A first row with a day is none. */
function toTable(records: readonly Record[]): CsvTable {
  const found = records.slice(0, 20).findIndex(({ cells }) => Object.keys(guessByHeads(cells)).length >= 2)
  const first = records[0]?.cells ?? []
  if (found < 0 && first.some(cell => readDay(cell) !== null)) return { columns: first.map(() => ''), records }
  const at = Math.max(found, 0)
  const head = records[at]?.cells ?? []
  return { columns: head.map(cell => cleanText(cell, 60)), records: records.slice(at + 1) }
}

/** By head, else by what the first rows contain. */
export function guessColumns({ columns, records }: CsvTable, currency: string): ColumnMapping {
  const mapping: { [field in ImportField]?: number } = guessByHeads(columns)
  const rows = records.slice(0, 30)
  /** Only if one free column fits. */
  const fill = (field: ImportField, isOne: (cell: string) => boolean) => {
    const taken = new Set(Object.values(mapping))
    const [one, ...others] = columns.flatMap((_, at) => {
      const filled = rows.flatMap(({ cells }) => cells[at] || [])
      return !taken.has(at) && filled.length > rows.length / 2 && filled.every(isOne) ? [at] : []
    })
    if (one !== undefined && others.length === 0) mapping[field] = one
  }
  const { day, amount, debit, credit, label } = mapping
  if (day === undefined) fill('day', cell => readDay(cell) !== null || readDay(cell, 'mdy') !== null)
  if ([amount, debit, credit].every(index => index === undefined))
    fill('amount', cell => /[.,]\d{2}\b/.test(cell) && readFileAmount(cell, currency) !== null)
  if (label === undefined) fill('label', cell => /\p{L}{2}/u.test(cell))
  return mapping
}

function guessByHeads(columns: readonly string[]): ColumnMapping {
  const folded = columns.map(column =>
    foldText(column.replace(/_/g, ' '))
      .replace(/(?<![:*])[:*]+$/, '')
      .trim(),
  )
  const taken = new Set<number>()
  const guessed: { [field in ImportField]?: number } = {}
  for (const field of importFields) {
    const at = heads[field].map(head => folded.indexOf(head)).find(index => index >= 0 && !taken.has(index))
    if (at === undefined) continue
    guessed[field] = at
    taken.add(at)
  }
  return guessed
}

export function readRecords({ records }: CsvTable, mapping: ColumnMapping, target: ImportTarget): ImportReading {
  const { day, amount, debit, credit } = mapping
  if (day === undefined || (amount === undefined && debit === undefined && credit === undefined))
    return refuseFile('no_columns')
  if (records.length > importLimits.lines) return refuseFile('too_many_lines')
  const order = dayOrderOf(records.map(({ cells }) => cells[day] ?? ''))
  const lines: ImportedLine[] = []
  const problems: ImportProblem[] = []
  for (const record of records) {
    if (isFooter(record, mapping)) continue
    const read = readRecord(record, mapping, order, target)
    if (typeof read === 'string') problems.push({ code: read, line: record.line })
    else lines.push(read)
    if (problems.length >= importLimits.problems) break
  }
  if (lines.length === 0 && problems.length === 0) return refuseFile('empty')
  return { lines, problems }
}

const totalRow =
  /^(?:(?:sous-)?total|totaux|solde|balance)(?: (?:au|des?|du|général|débit|crédit|final|initial|of)\b.*|\s*:?)$/i

/** A remark has no day and amount, a total no day. */
function isFooter({ cells }: Record, { day = -1, amount = -1, debit = -1, credit = -1 }: ColumnMapping): boolean {
  if (/\d/.test(cells[day] ?? '')) return false
  return (
    cells.some(cell => totalRow.test(cell)) || [amount, debit, credit].every(index => !/\d/.test(cells[index] ?? ''))
  )
}

function readRecord(
  { cells, line }: Record,
  mapping: ColumnMapping,
  order: DayOrder,
  { currency, today }: ImportTarget,
) {
  const cell = (field: ImportField) => cells[mapping[field] ?? -1] ?? ''
  const day = readDay(cell('day'), order)
  if (day === null) return 'bad_day'
  if (day > today) return 'future_day'
  const given = cell('currency').toUpperCase()
  if (given !== '' && given !== currency) return 'other_currency'
  const amount = readSigned(cell, currency)
  if (!amount) return 'bad_amount'
  const remittance = [cell('label'), ...cell('details').split(detailSeparator)].filter(text => text !== '')
  return {
    line,
    day,
    valueDate: readDay(cell('valueDate'), order),
    amount,
    remittance,
    reference: cell('reference') || null,
    endToEndId: cell('endToEndId') || null,
    code: noCode,
  }
}

/** One signed column, or two. */
function readSigned(cell: (field: ImportField) => string, currency: string) {
  if (cell('amount') !== '') return readFileAmount(cell('amount'), currency)
  const [out, into] = [readFileAmount(cell('debit'), currency), readFileAmount(cell('credit'), currency)]
  if (out && out.amountMinor !== 0n) {
    return { ...out, amountMinor: out.amountMinor > 0n ? -out.amountMinor : out.amountMinor }
  }
  return into ?? out
}
