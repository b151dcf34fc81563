import { isIban } from '@guichet/values/money/iban.ts'
import { dayOrders, readDay } from '#lib/domain/accounts/import-day.ts'
import {
  type ColumnMapping,
  type ImportField,
  type ImportTarget,
  importFields,
} from '#lib/domain/accounts/import-line.ts'
import { readFileAmount } from '#lib/domain/accounts/import-number.ts'
import type { CsvTable } from './cells.ts'
import { foldHead, heads, payeeHeads, readSignWord } from './heads.ts'

/** What each column of a table contains. */

type Guess = { [field in ImportField]?: number }
type IsOne = (cell: string) => boolean

export const isAnyDay = (cell: string) => dayOrders.some(order => readDay(cell, order) !== null)

/** By head, else by what the first rows contain. */
export function guessColumns(table: CsvTable, { currency, iban }: ImportTarget): ColumnMapping {
  const mapping: Guess = guessByHeads(table.columns)
  const { rows, cellsOf, fits, candidates } = looksOf(table, mapping)
  /** Only if one free column fits. */
  const fill = (field: ImportField, isOne: IsOne) => {
    const [one, ...others] = candidates(isOne)
    if (one !== undefined && others.length === 0) mapping[field] = one
  }
  if (mapping.sign !== undefined && !fits(mapping.sign, cell => readSignWord(cell) !== null)) delete mapping.sign
  const folded = table.columns.map(foldHead)
  const isPayees = mapping.account !== undefined && columnIsPayees(folded, cellsOf(mapping.account), iban)
  if (isPayees) delete mapping.account
  if (mapping.amount !== undefined && ['net', 'apres commission'].includes(folded[mapping.amount] ?? ''))
    delete mapping.fee
  const twin = twinOf(folded, mapping.amount)
  // Nothing says which of two columns with one head it is.
  if (twin !== undefined && rows.some(({ cells }) => cells[twin] !== cells[mapping.amount ?? -1])) delete mapping.amount
  const { day, amount, debit, credit } = mapping
  // Of two days without a known head the first is the booking's.
  const [firstDay] = day === undefined ? candidates(isAnyDay) : []
  if (firstDay !== undefined) mapping.day = firstDay
  if (twin === undefined && [amount, debit, credit].every(index => index === undefined))
    fill('amount', cell => /[.,]\d{2}\b/.test(cell) && readFileAmount(cell, currency) !== null)
  if (mapping.sign === undefined && mapping.amount !== undefined) fill('sign', cell => readSignWord(cell) !== null)
  const texts = candidates(cell => /\p{L}{2}/u.test(cell) && !isIban(cell.replace(/\s/g, '')))
  const { label, details, ...others } = mapping
  return { ...others, ...wordsAmong({ label, details }, folded, texts, cellsOf) }
}

/** Of several texts the longest says what it was, one that repeats says little; two columns with one head are one text. */
function wordsAmong(
  { label, details }: { readonly [field in 'label' | 'details']: number | undefined },
  folded: readonly string[],
  texts: readonly number[],
  cellsOf: (at: number) => readonly string[],
): Pick<Guess, 'label' | 'details'> {
  const lengthOf = (at: number) => [...new Set(cellsOf(at))].join('').length
  const longest = texts.toSorted((left, right) => lengthOf(right) - lengthOf(left))[0]
  const said = label ?? longest ?? details
  const further = said === details ? undefined : (details ?? twinOf(folded, label))
  return { ...(said === undefined ? {} : { label: said }), ...(further === undefined ? {} : { details: further }) }
}

function looksOf({ columns, records, isHeaded }: CsvTable, mapping: Guess) {
  const start = records.slice(0, 30)
  const even = start.filter(({ cells }) => cells.length === columns.length)
  // Without heads the first may be about the account.
  const rows = isHeaded || even.length === 0 ? start : even.slice(even.length > 2 ? 1 : 0)
  const cellsOf = (at: number) => rows.flatMap(({ cells }) => cells[at] || [])
  const fits = (at: number, isOne: IsOne) => {
    const filled = cellsOf(at)
    return filled.length > 0 && filled.length > rows.length / 2 && filled.every(isOne)
  }
  const candidates = (isOne: IsOne) => {
    const taken = new Set(Object.values(mapping))
    return columns.flatMap((_, at) => (!taken.has(at) && fits(at, isOne) ? [at] : []))
  }
  return { rows, cellsOf, fits, candidates }
}

/** The next column with the same head. */
function twinOf(folded: readonly string[], at = -1): number | undefined {
  const twin = folded[at] ? folded.indexOf(folded[at], at + 1) : -1
  return twin < 0 ? undefined : twin
}

/** The other side's account, whose numbers say nothing about this one. */
function columnIsPayees(folded: readonly string[], values: readonly string[], iban: string | null): boolean {
  const different = new Set(values)
  if (iban !== null && [...different].some(value => value.replace(/\s/g, '') === iban)) return false
  return folded.some(head => payeeHeads.includes(head)) || (values.length > 5 && different.size * 2 > values.length)
}

export function guessByHeads(columns: readonly string[]): Guess {
  const whole = columns.map(foldHead)
  const folded = whole.map(head => (/franc|foreign|locale|origin/.test(head) ? '' : head))
  const taken = new Set<number>()
  const guessed: Guess = {}
  for (const field of importFields) {
    const at = heads[field].map(head => folded.indexOf(head)).find(index => index >= 0 && !taken.has(index))
    if (at === undefined) continue
    guessed[field] = at
    taken.add(at)
  }
  return guessed
}
