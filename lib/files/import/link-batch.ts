import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { largestSepaMinor } from '@guichet/values/money/minor.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { readDay } from '#lib/domain/accounts/import-day.ts'
import { type DecimalSign, findDecimal, readFileAmount } from '#lib/domain/accounts/import-number.ts'
import {
  type BatchField,
  type BatchIssue,
  type BatchMapping,
  type BatchProblem,
  type BatchRow,
  batchFields,
  batchLimits,
} from '#lib/domain/payments/link/batch.ts'
import { normalisePrefix } from '#lib/domain/payments/link/state.ts'
import { parseEmail } from '#lib/domain/people/email.ts'
import { type CsvRecord, cutStart, readCells } from './cells.ts'
import { foldHead } from './heads.ts'
import { decodeFile } from './text.ts'

/** A table of links to be made; its first row names the columns. */
export type BatchTable = { readonly columns: readonly string[]; readonly records: readonly CsvRecord[] }

export function readBatchTable(bytes: Uint8Array): BatchTable | { readonly problem: BatchProblem } {
  if (bytes.length > batchLimits.bytes) return { problem: 'too_large' }
  const text = decodeFile(bytes)
  if (text === null) return { problem: 'not_text' }
  const read = readCells(text, delimiterOf, batchLimits.rows + 2)
  if ('code' in read) return { problem: read.code }
  const [head, ...records] = read.rows.filter(({ cells }) => cells.some(cell => cell !== ''))
  if (head === undefined || records.length === 0) return { problem: 'empty' }
  if (records.length > batchLimits.rows) return { problem: 'too_many_rows' }
  return { columns: head.cells.map(cell => cleanText(cell, 60)), records }
}

/** The one under which the first row has most known names, then most cells. */
function delimiterOf(text: string): string {
  const scored = cutStart(text).map(({ sign, rows: [head = []] }) => {
    return { sign, score: Object.keys(guessBatchColumns(head)).length * 1_000 + head.length }
  })
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).sign
}

/** Folded; the first that a table has. */
const heads: Readonly<Record<BatchField, readonly string[]>> = {
  title: ['intitule', 'titre', 'libelle', 'objet', 'motif', 'designation', 'title', 'subject', 'label', 'item'],
  amount: [
    'montant',
    'montant ttc',
    'montant du',
    'a payer',
    'total ttc',
    'total',
    'loyer',
    'cotisation',
    'prix',
    'amount',
    'price',
    'sum',
    'due',
  ],
  name: [
    'nom',
    'nom complet',
    'nom et prenom',
    'nom prenom',
    'raison sociale',
    'client',
    'locataire',
    'adherent',
    'payeur',
    'name',
    'customer',
    'tenant',
    'member',
    'payer',
  ],
  email: ['e-mail', 'email', 'mail', 'courriel', 'adresse e-mail', 'adresse mail', 'email address'],
  reference: [
    'reference',
    'ref',
    'numero',
    'n°',
    'no',
    'facture',
    'n° facture',
    'numero de facture',
    'invoice',
    'number',
  ],
  expiresOn: [
    'echeance',
    "date d'echeance",
    'date limite',
    'expire le',
    'expiration',
    'due date',
    'expires',
    'expires on',
    'expiry',
  ],
  description: ['description', 'details', 'detail', 'commentaire', 'note', 'notes'],
}

export function guessBatchColumns(columns: readonly string[]): BatchMapping {
  // `Réf.`, `Cotisation 2027`
  const folded = columns.map(column => foldHead(column).replace(/\.$| (?:19|20)\d{2}$/, ''))
  const taken = new Set<number>()
  const found = batchFields.flatMap(field => {
    const at = heads[field].map(head => folded.indexOf(head)).find(index => index >= 0 && !taken.has(index))
    if (at === undefined) return []
    taken.add(at)
    return [[field, at] as const]
  })
  return Object.fromEntries(found)
}

export type BatchReading = { readonly rows: readonly BatchRow[]; readonly issues: readonly BatchIssue[] }
type Reading = {
  readonly mapping: BatchMapping
  /** Of rows without one; '' for none. */
  readonly title: string
  readonly today: IsoDate
}

/** Every row, or what is wrong with it, by line and field. */
export function readBatch(
  { columns, records }: BatchTable,
  { mapping, title, today }: Reading,
): BatchReading | { readonly problem: BatchProblem } {
  const { amount } = mapping
  if (amount === undefined || (mapping.title === undefined && title === '')) return { problem: 'no_columns' }
  const { decimal } = findDecimal(
    records.map(({ cells }) => cells[amount] ?? ''),
    'EUR',
  )
  const read = records.map(record => readRow(record, { columns, mapping, title, today, decimal }))
  const rows = read.flatMap(({ row, issues }) => (issues.length === 0 ? [row] : []))
  return { rows, issues: [...read.flatMap(({ issues }) => issues), ...findRepeated(rows)].sort(byLine) }
}

const byLine = (left: BatchIssue, right: BatchIssue) => left.line - right.line

type Context = Reading & { readonly columns: readonly string[]; readonly decimal: DecimalSign | null }
/** A value and why it can't be used. */
type Read<Value> = readonly [Value, BatchIssue['fault'] | null]

function readRow({ cells, line }: CsvRecord, { columns, mapping, title, today, decimal }: Context) {
  const cell = (field: BatchField) => cells[mapping[field] ?? -1] ?? ''
  const read = {
    title: readText(cell('title') || title, batchLimits.title, true),
    amount: readAmount(cell('amount'), decimal),
    name: readText(cell('name'), batchLimits.name),
    email: readEmail(cell('email')),
    reference: readReference(cell('reference')),
    expiresOn: readEnd(cell('expiresOn'), today),
    description: readText(cell('description'), batchLimits.description),
  }
  const row: BatchRow = {
    line,
    title: read.title[0] ?? '',
    amountMinor: read.amount[0],
    name: read.name[0],
    email: read.email[0],
    reference: read.reference[0],
    expiresOn: read.expiresOn[0],
    description: read.description[0],
  }
  const issues = batchFields.flatMap((field): BatchIssue[] => {
    const [, fault] = read[field]
    return fault === null ? [] : [{ line, field, fault }]
  })
  const hasMore = cells.slice(columns.length).some(more => more !== '')
  return { row, issues: hasMore ? [...issues, { line, field: null, fault: 'extra_cells' as const }] : issues }
}

function readText(cell: string, most: number, isNeeded = false): Read<string | null> {
  const text = cleanText(cell, most + 1)
  if (text === '') return [null, isNeeded ? 'missing' : null]
  return [text, [...text].length > most ? 'too_long' : null]
}

function readAmount(cell: string, decimal: DecimalSign | null): Read<bigint> {
  if (cell === '') return [0n, 'missing']
  const money = readFileAmount(cell, 'EUR', decimal)
  if (money === null || /[\p{L}\p{Sc}]/u.test(cell.replace(/€|eur/i, ''))) return [0n, 'not_an_amount']
  const { amountMinor } = money
  if (findDecimal([cell], 'EUR').askAt !== null && decimal === null) return [amountMinor, 'ambiguous']
  if (amountMinor <= 0n) return [amountMinor, 'not_positive']
  return [amountMinor, amountMinor > largestSepaMinor ? 'too_large' : null]
}

function readEmail(cell: string): Read<string | null> {
  const email = cell === '' ? null : parseEmail(cell)
  return [email, cell !== '' && email === null ? 'not_an_address' : null]
}

function readReference(cell: string): Read<string | null> {
  if (cell === '') return [null, null]
  const reference = normalisePrefix(cell)
  if (reference === '') return [null, 'no_letters']
  return [reference, [...cell].length > batchLimits.reference ? 'too_long' : null]
}

function readEnd(cell: string, today: IsoDate): Read<string | null> {
  if (cell === '') return [null, null]
  const day = readDay(cell)
  if (day === null) return [null, 'not_a_day']
  return [day, day < today ? 'past' : null]
}

/** A reference that is there twice, and a row like another without one. */
function findRepeated(rows: readonly BatchRow[]): BatchIssue[] {
  const lines = new Map<string, number>()
  return rows.flatMap(({ line, reference, ...row }): BatchIssue[] => {
    const { title, amountMinor, name, email, expiresOn, description } = row
    const like = [title, amountMinor, name, email, expiresOn, description].join('\0')
    const key = reference === null ? like : `reference ${reference}`
    const of = lines.get(key)
    if (of === undefined) lines.set(key, line)
    return of === undefined ? [] : [{ line, field: reference === null ? null : 'reference', fault: 'repeated', of }]
  })
}
