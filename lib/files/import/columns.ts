import { isIban } from '@guichet/values/money/iban.ts'
import { dayOrders, readDay } from '#lib/domain/accounts/import-day.ts'
import {
  type ColumnMapping,
  type ImportField,
  type ImportTarget,
  importFields,
  isSameAccount,
} from '#lib/domain/accounts/import-line.ts'
import { readFileAmount } from '#lib/domain/accounts/import-number.ts'
import type { CsvRecord, CsvTable } from './cells.ts'
import {
  balanceHead,
  currencyOfHead,
  directionAmong,
  foldHead,
  headsOf,
  knownCurrencies,
  payeeHead,
  readCurrency,
  readSignWord,
  readSumRow,
  signReader,
} from './heads.ts'

/** What each column of a table contains. */

type Guess = { [field in ImportField]?: number }
type IsOne = (cell: string) => boolean

export const isAnyDay = (cell: string) => dayOrders.some(order => readDay(cell, order) !== null)

/** What a column must contain somewhere, whatever its head says: `valuta` is a day in German, a currency in Swedish. */
const isNoDay: IsOne = cell => !isAnyDay(cell)
const shapes: { readonly [field in ImportField]?: IsOne } = {
  day: isAnyDay,
  valueDate: isAnyDay,
  amount: isNoDay,
  debit: isNoDay,
  credit: isNoDay,
  fee: isNoDay,
  balance: isNoDay,
  currency: cell => /^(?:\p{L}{3,7}|[€$£])$/u.test(cell),
  details: cell => readSignWord(cell) === null,
}

/** What the payer wrote, under the name of an identifier. */
function moveReference(mapping: Guess, cells: readonly string[]): void {
  if (mapping.reference === undefined || cells.every(cell => /\d/.test(cell) && !/\s/.test(cell))) return
  mapping.details ??= mapping.reference
  delete mapping.reference
}

/** By head, else by what the first rows contain. */
export function guessColumns(table: CsvTable, target: ImportTarget): ColumnMapping {
  const { currency } = target
  const { rows, cellsOf, fits, isSign, isSignOf } = looksOf(table)
  const heads = ownHeads(table.columns, currency)
  const mapping: Guess = guessByHeads(heads, (field, at) => {
    const cells = cellsOf(at)
    if (field === 'sign') return isSign(at) || fits(at, isSignOf(at))
    if (field === 'status' && foldHead(heads[at] ?? '') === 'info' && !areStates(cells)) return false
    return cells.length > 0 ? cells.some(shapes[field] ?? (() => true)) : !['label', 'details', 'day'].includes(field)
  })
  const untaken = (isOne: (at: number) => boolean) => {
    const taken = new Set(Object.values(mapping))
    return [...table.columns.keys()].filter(at => !taken.has(at) && isOne(at))
  }
  const candidates = (isOne: IsOne) => untaken(at => fits(at, isOne))
  const folded = heads.map(foldHead)
  if (mapping.account !== undefined && isPayees(folded, mapping.account, rows, target)) delete mapping.account
  if (['net', 'netto', 'apres commission', 'montant net'].includes(folded[mapping.amount ?? -1] ?? ''))
    delete mapping.fee
  if (mapping.amount !== undefined) mapping.amount = ownAmount(heads, folded, currency) ?? mapping.amount
  // That of an amount abroad stands beside it.
  if (isForeign(folded[(mapping.currency ?? 0) - 1] ?? '')) delete mapping.currency
  const codes = candidates(cell => knownCurrencies.has(readCurrency(cell))).filter(
    at => !isForeign(folded[at] ?? '') && !isForeign(folded[at - 1] ?? ''),
  )
  if (codes[0] !== undefined && codes.length === 1) mapping.currency ??= codes[0]
  moveReference(mapping, cellsOf(mapping.reference ?? -1))
  // An amount may have the same head as the balance.
  const isTwin = twinOf(folded, mapping.balance) !== undefined && mapping.amount === undefined
  if (isTwin && mapping.debit === undefined && mapping.credit === undefined) delete mapping.balance
  const twin = twinOf(folded, mapping.amount)
  // Nothing says which of two columns with one head it is.
  if (twin !== undefined && rows.some(({ cells }) => cells[twin] !== cells[mapping.amount ?? -1])) delete mapping.amount
  // Of two days without a known head the first is the booking's.
  const day = mapping.day ?? candidates(isAnyDay)[0] ?? guessByHeads(heads).day ?? mapping.valueDate
  if (day !== undefined) mapping.day = day
  const isBelow = (cell: string) => (readFileAmount(cell, currency)?.amountMinor ?? 0n) < 0n
  const isTold = cellsOf(mapping.amount ?? -1).some(isBelow)
  const [sign, ...signs] = untaken(at => fits(at, isSignOf(at)) && (!isTold || isSign(at)))
  if (twin === undefined && [mapping.amount, mapping.debit, mapping.credit].every(index => index === undefined)) {
    const readable = candidates(cell => readFileAmount(cell, currency) !== null)
    const numbersOf = (at: number) =>
      cellsOf(at).map(cell => ({ cell, amountMinor: readFileAmount(cell, currency)?.amountMinor ?? 0n }))
    const found = amountAmong(readable, folded, numbersOf)
    const numbers = table.isHeaded ? [] : numbersAmong(table, mapping, rows, currency)
    // Beside a debit or credit that few rows have it is a balance.
    const isAlone = !numbers.some(at => !readable.includes(at) && cellsOf(at).some(cell => decimals.test(cell)))
    // Without a sign it may be what went out.
    const isSigned =
      (mapping.sign ?? sign) !== undefined || numbersOf(found ?? -1).some(({ amountMinor }) => amountMinor < 0n)
    if (found !== undefined && isSigned && isAlone) mapping.amount = found
    else if (!table.isHeaded) Object.assign(mapping, twoAmong(rows, numbers, currency))
  }
  if (mapping.sign === undefined && mapping.amount !== undefined && sign !== undefined && signs.length === 0)
    mapping.sign = sign
  const texts = candidates(cell => /\p{L}{2}/u.test(cell) && !isIban(cell.replace(/\s/g, ''))).filter(
    at => !/\b(?:bic|swift)\b/.test(folded[at] ?? ''),
  )
  const { label, details, ...others } = mapping
  return { ...others, ...wordsAmong({ label, details }, folded, texts, cellsOf) }
}

/** Beside one in the currency of the account, others have the same amounts. */
function ownHeads(columns: readonly string[], currency: string): readonly string[] {
  const own = new Set(columns.filter(column => currencyOfHead(column) === currency).map(foldHead))
  const isOthers = (of: string, column: string) => of !== currency && (of !== '' || own.has(foldHead(column)))
  return own.size === 0 ? columns : columns.map(column => (isOthers(currencyOfHead(column), column) ? '' : column))
}

/** Of a purchase abroad, the one column of what it was here. */
function ownAmount(heads: readonly string[], folded: readonly string[], currency: string): number | undefined {
  const isAmount = (head = '') => headsOf('amount').includes(head)
  const own = heads.flatMap((head, at) => (currencyOfHead(head) === currency && isAmount(folded[at]) ? [at] : []))
  return own.length === 1 ? own[0] : undefined
}

/** A reference has none. */
const decimals = /\d[.,]\d/

const inThousands = /\bk ?(?:€|eur)|\bthousand|\bmilliers/

type Numbered = { readonly cell: string; readonly amountMinor: bigint }

/** The only one, else the one by which another column, a balance, changes from row to row, in this order or the other. */
function amountAmong(
  readable: readonly number[],
  folded: readonly string[],
  numbersOf: (at: number) => readonly Numbered[],
): number | undefined {
  const columns = readable
    .map(at => ({ isBalance: balanceHead.test(folded[at] ?? ''), at, numbers: numbersOf(at) }))
    .filter(({ numbers }) => numbers.some(({ cell }) => decimals.test(cell)))
  const isAmong = (at: number) => columns.some(other => other.at !== at && folded[other.at] === folded[at])
  const mayBe = columns.filter(
    ({ isBalance, at }) => (!isBalance || isAmong(at)) && !inThousands.test(folded[at] ?? ''),
  )
  if (mayBe.length < 2) return mayBe[0]?.at
  const leads = (amounts: readonly Numbered[], balances: readonly Numbered[], by: 0 | 1) =>
    amounts.length > 1 &&
    amounts.length === balances.length &&
    balances.slice(1).every(({ amountMinor }, at) => {
      const [before = 0n, step] = [balances[at]?.amountMinor, amounts[at + by]?.amountMinor]
      return step !== 0n && (amountMinor - before === step || before - amountMinor === step)
    })
  const found = mayBe.filter(({ at, numbers }) =>
    columns.some(other => other.at !== at && ([0, 1] as const).some(by => leads(numbers, other.numbers, by))),
  )
  // Some banks print one balance in every row.
  const moving = mayBe.filter(({ numbers }) => new Set(numbers.map(({ amountMinor }) => amountMinor)).size > 1)
  const sure = found.length > 0 || !mayBe.every(({ isBalance }) => isBalance) ? found : moving
  return sure.length === 1 ? sure[0]?.at : undefined
}

/** Each is compared with each. */
const mostNumbers = 20

/** Also those that few rows fill. */
function numbersAmong({ columns }: CsvTable, mapping: Guess, rows: readonly CsvRecord[], currency: string): number[] {
  const taken = new Set(Object.values(mapping))
  const isNumber = (cell = '') => cell === '' || readFileAmount(cell, currency) !== null
  const found = [...columns.keys()].filter(
    at => !taken.has(at) && rows.some(({ cells }) => cells[at]) && rows.every(({ cells }) => isNumber(cells[at])),
  )
  return found.length > mostNumbers ? [] : found
}

type Row = { readonly minor: readonly bigint[]; readonly isSpent: boolean }

/** Debits and credits without heads: what is below zero, a balance or words say which is which, or nothing does. */
function twoAmong(rows: readonly CsvRecord[], columns: readonly number[], currency: string): Guess {
  const table = rows.map(
    ({ cells }): Row => ({
      minor: columns.map(at => readFileAmount(cells[at] ?? '', currency)?.amountMinor ?? 0n),
      isSpent: directionAmong(cells) === 'out',
    }),
  )
  const told = columns.flatMap((debit, out) =>
    columns.flatMap((credit, into) => (out !== into && isTold(table, out, into) ? [{ debit, credit }] : [])),
  )
  return told.length === 1 ? (told[0] ?? {}) : {}
}

function isTold(table: readonly Row[], out: number, into: number): boolean {
  const steps = table.map(({ minor, isSpent }) => {
    const [spent = 0n, gained = 0n] = [minor[out], minor[into]]
    return { minor, isSpent, spent, gained, by: gained - spent }
  })
  const [outs, ins] = [steps.filter(({ gained }) => gained === 0n), steps.filter(({ spent }) => spent === 0n)]
  // One of both in every row, and each in some.
  if (outs.length === 0 || ins.length === 0 || outs.length + ins.length !== steps.length) return false
  const leads = (at: number, step: 0 | 1) =>
    steps.slice(1).every(({ minor, by }, before) => {
      const [from = 0n, to = 0n] = [steps[before]?.minor[at], minor[at]]
      return step === 1 ? to - from === by : from - to === steps[before]?.by
    })
  return (
    outs.every(({ spent }) => spent < 0n) ||
    (outs.some(({ isSpent }) => isSpent) && !ins.some(({ isSpent }) => isSpent)) ||
    [...(steps[0]?.minor.keys() ?? [])].some(at => at !== out && at !== into && (leads(at, 0) || leads(at, 1)))
  )
}

const isLabel = (head = '') => headsOf('label').includes(head)

/**
 * Of several texts the longest says what it was, one that repeats says little; details do unless it is much longer. Two
 * columns with one head are one text.
 */
function wordsAmong(
  { label, details }: { readonly [field in 'label' | 'details']: number | undefined },
  folded: readonly string[],
  texts: readonly number[],
  cellsOf: (at: number) => readonly string[],
): Pick<Guess, 'label' | 'details'> {
  const lengthOf = (at: number) => [...new Set(cellsOf(at))].join('').length
  const longest = texts.toSorted((left, right) => lengthOf(right) - lengthOf(left))[0]
  const isLonger = lengthOf(longest ?? -1) > lengthOf(details ?? -1) * 2
  const said = label ?? (isLonger ? longest : (details ?? longest))
  const others = texts.filter(at => at !== said)
  const party = others.find(at => payeeHead.test(folded[at] ?? ''))
  const named = party ?? others.find(at => isLabel(folded[at]))
  const further = said === details ? (named ?? longest) : (details ?? twinOf(folded, label) ?? named)
  return { ...(said === undefined ? {} : { label: said }), ...(further === undefined ? {} : { details: further }) }
}

function looksOf({ columns, records, isHeaded }: CsvTable) {
  const start = records.slice(0, 30)
  const even = start.filter(({ cells }) => cells.length === columns.length)
  // Without heads the first may be about the account, with its day elsewhere.
  const [first, second] = even
  const isLike = first?.cells.every((cell, at) => isAnyDay(cell) === isAnyDay(second?.cells[at] ?? ''))
  const rows = isHeaded || even.length === 0 ? start : even.slice(even.length > 1 && !isLike ? 1 : 0)
  const cellsOf = (at: number) => rows.flatMap(({ cells }) => cells[at] || [])
  const fits = (at: number, isOne: IsOne) => {
    const filled = cellsOf(at)
    return filled.length > 0 && filled.length > rows.length / 2 && filled.every(isOne)
  }
  const lines = rows.filter(({ cells }) => cells.some(isAnyDay) && readSumRow(cells) === null)
  const isSign = (at: number) => lines.length > 0 && lines.every(({ cells }) => readSignWord(cells[at] ?? '') !== null)
  const isSignOf = (at: number): IsOne => {
    const read = signReader(cellsOf(at))
    return cell => read(cell) !== null
  }
  return { rows, cellsOf, fits, isSign, isSignOf }
}

/** A few short words that return; a person's remarks are no states. */
function areStates(cells: readonly string[]): boolean {
  const isShort = cells.every(cell => cell.length <= 25 && !/\d/.test(cell))
  return isShort && new Set(cells).size <= 3 + cells.length / 10
}

/** The next column with the same head. */
function twinOf(folded: readonly string[], at = -1): number | undefined {
  const twin = folded[at] ? folded.indexOf(folded[at], at + 1) : -1
  return twin < 0 ? undefined : twin
}

/** `FR76…`, `****4711`; `Livret A 4712` is a name. */
const isNumber = (cell: string) =>
  /\d{2}/.test(cell) && !/[a-wyz]{4}/i.test(cell.replace(/[A-Z]{2}\d{2} ?[A-Z]{4}/, ''))

/** Heads that some banks give their own account, others the other side's. */
const unclear = /^(?:iban|account(?: num(?:ber)?)?|(?:numero|n°) de compte|compte|kontonummer|konto|conto|cuenta)$/

/** The other side's account, whose numbers say nothing about this one. One in every row is the table's own, and so are few, and names. */
function isPayees(folded: readonly string[], at: number, rows: readonly CsvRecord[], target: ImportTarget): boolean {
  const values = rows.flatMap(({ cells }) => cells[at] || [])
  const different = new Set(values)
  const names = values.filter(value => !isNumber(value))
  if (!unclear.test(folded[at] ?? '') || names.length * 2 > values.length) return false
  if (values.some(value => isSameAccount(value, target))) return false
  const isOfAll = values.length > 1 && values.length === rows.length
  if (isOfAll && (different.size === 1 || different.size * 4 <= values.length)) return false
  return folded.some(head => payeeHead.test(head)) || (values.length > 5 && different.size * 2 > values.length)
}

const isForeign = (head: string) => /franc|foreign|local|origin|ursprung|oorspr|(?:montant|amount) en devise/.test(head)

export function guessByHeads(
  columns: readonly string[],
  mayBe: (field: ImportField, at: number) => boolean = () => true,
): Guess {
  const folded = columns.map(foldHead).map(head => (isForeign(head) ? '' : head))
  const taken = new Set<number>()
  const guessed: Guess = {}
  for (const field of importFields) {
    const named = headsOf(field).flatMap(head =>
      folded.flatMap((one, index) => (one === head && !taken.has(index) ? [index] : [])),
    )
    const at = named.find(index => mayBe(field, index))
    if (at === undefined) continue
    guessed[field] = at
    taken.add(at)
  }
  return guessed
}
