import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'
import { isIban } from '@guichet/values/money/iban.ts'
import type { Money } from '@guichet/values/money/minor.ts'
import { cleanText, foldText } from '@guichet/values/text/clean.ts'
import { compare } from '@guichet/values/text/compare.ts'
import { type DayOrder, dayOrderOf, isYearFirst, looksMonthFirst, readDay } from '#lib/domain/accounts/import-day.ts'
import {
  type BelowZero,
  type ColumnMapping,
  type FileBalances,
  type FoundLine,
  findBreak,
  type ImportField,
  type ImportHint,
  type ImportProblem,
  type ImportReading,
  type ImportTarget,
  importFields,
  importLimits,
  type LeftOut,
  noCode,
  refuseFile,
  settleLines,
  withMore,
} from '#lib/domain/accounts/import-line.ts'
import { currencyWordOf, type DecimalSign, findDecimal, readFileAmount } from '#lib/domain/accounts/import-number.ts'
import { askBelowZero, askDayOrder, askDecimal, type UnclearSign } from '#lib/domain/accounts/import-question.ts'
import { csvDialect, detailSeparator } from '#lib/files/export/csv.ts'
import { type CsvRecord, type CsvTable, cutStart, delimiters, readCells } from './cells.ts'
import { guessByHeads, isAnyDay } from './columns.ts'
import {
  currencyOfHead,
  directionAmong,
  foldHead,
  headsOf,
  isBalanceLabel,
  knownCurrencies,
  readCurrency,
  readSectionStatus,
  readStatus,
  readSumRow,
  signReader,
} from './heads.ts'

/** Tables: delimiter, head and columns are guessed; the person may correct them and answers what nothing tells. */

export function readTable(text: string): CsvTable | ImportProblem {
  const read = readCells(text, delimiterOf, importLimits.lines + 100)
  if ('code' in read) return read
  const { rows } = read
  // A spreadsheet that took each row for one text has quoted it whole.
  const isWhole =
    rows.length > 1 && rows.every(({ cells }) => cells.length === 1) && /^[\s\uFEFF]*"[^"]*[;,\t]/.test(text)
  const whole = rows.map(({ cells }) => cells[0]).join('\n')
  const inner = isWhole ? readCells(whole, delimiterOf, rows.length) : read
  if ('code' in inner) return inner
  const swallowing = inner.rows.find(({ cells }) => cells.some(cell => breaksOf(cell).slice(1).some(isRow)))
  const ended = /[\r\n]/.test(text.slice(-1)) ? inner.rows : withCut(inner.rows)
  if (!swallowing) return { ...toTable(ended), delimiter: inner.delimiter }
  return { code: 'bad_quotes', line: swallowing.line - breaksOf(swallowing.cells.join('')).length + 1 }
}

/** A last row shorter than every other with a day has lost its end. */
function withCut(rows: readonly CsvRecord[]): readonly CsvRecord[] {
  const [last, others] = [rows.at(-1), rows.slice(0, -1)]
  const width = last?.cells.length ?? 0
  if (last === undefined || width >= usualWidth(others)) return rows
  const isShortest = others.every(({ cells }) => cells.length > width || !cells.some(isAnyDay))
  return isShortest ? [...others, { ...last, isCut: true }] : rows
}

const breaksOf = (text: string) => text.split(/\r\n|\r|\n/)

/** Within a cell: its quote ends in a later row. */
function isRow(text: string): boolean {
  return delimiters.some(sign => {
    const cells = text.split(sign)
    return cells.some(isAnyDay) && cells.some(cell => isPlainAmount(cell) && !isAnyDay(cell))
  })
}

const isPlainAmount = (cell: string) => /\d[.,]\d{2}(?!\d)/.test(cell) && readFileAmount(cell, 'EUR') !== null

/** The one that gives most rows a day and an amount, then known heads, then as many cells in every row. */
function delimiterOf(text: string): string {
  const scored = cutStart(text).map(({ sign, rows }) => {
    const like = rows.filter(row => row.some(isAnyDay) && row.some(cell => isPlainAmount(cell) && !isAnyDay(cell)))
    const known = Math.max(0, ...rows.map(row => Object.keys(guessByHeads(row)).length))
    const counts = rows.map(row => row.length - 1)
    const usual = counts.toSorted((left, right) => left - right)[Math.floor(counts.length / 2)] ?? 0
    const even = usual === 0 ? 0 : counts.filter(count => count === usual).length * 100 + usual
    return { sign, score: like.length * 1_000_000 + known * 10_000 + even }
  })
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).sign
}

type Headed = Omit<CsvTable, 'delimiter'>

/** The row with most known heads, or two of them, else one without a day before the first with one. */
function toTable(records: readonly CsvRecord[]): Headed {
  const start = records.slice(0, 40)
  const knownIn = (cells: readonly string[]) => {
    const { day, amount, debit, credit, ...others } = guessByHeads(cells)
    const whole = day !== undefined && [amount, debit, credit].some(at => at !== undefined)
    const named = [day, amount, debit, credit, ...Object.values(others)].filter(at => at !== undefined).length
    // The account above a table may have as many.
    return whole ? named + importFields.length : named
  }
  const known = start.map(({ cells }) => knownIn(cells))
  const most = Math.max(0, ...known)
  for (const [index, { cells }] of start.entries()) {
    const below = start[index + 1]?.cells ?? []
    const columns = below.map((cell, at) => headOfTwo(cells[at] ?? '', cell))
    if ([...cells, ...below].some(cell => /\d/.test(cell)) || knownIn(columns) <= most) continue
    return headedBy(columns, records.slice(0, index), records.slice(index + 2))
  }
  const firstDay = start.findIndex(({ cells }) => cells.some(isAnyDay))
  const before = start[firstDay - 1]?.cells ?? []
  const isHead = before.filter(cell => cell !== '').length >= 2 && !before.some(cell => /\d/.test(cell))
  const at = most >= 2 ? known.indexOf(most) : firstDay < 0 ? 0 : isHead ? firstDay - 1 : -1
  if (at < 0) {
    const width = usualWidth(start.slice(firstDay).toReversed())
    return { columns: Array.from({ length: width }, () => ''), records, preamble: [], isHeaded: false }
  }
  const columns = (records[at]?.cells ?? []).map(cell => cleanText(cell, 60))
  return headedBy(columns, records.slice(0, at), records.slice(at + 1))
}

/** Cells of most rows. */
function usualWidth(rows: readonly CsvRecord[]): number {
  const widths = Map.groupBy(rows, ({ cells }) => cells.length)
  return [...widths].sort(([, left], [, right]) => right.length - left.length)[0]?.[0] ?? 0
}

function headedBy(columns: readonly string[], preamble: readonly CsvRecord[], given: readonly CsvRecord[]): Headed {
  const plain = columns.map((head, at) =>
    isDayHead(head) ? plainDay(given.flatMap(one => one.cells[at] || [])) : null,
  )
  const records = plain.some(toDay => toDay !== null)
    ? given.map(one => ({ ...one, cells: one.cells.map((cell, at) => plain[at]?.(cell) ?? cell) }))
    : given
  return { columns, records, preamble, isHeaded: true }
}

/** How to read days that a spreadsheet counts since the end of 1899, or that begin with two digits of the year. */
function plainDay(cells: readonly string[]): ((cell: string) => string | null) | null {
  if (cells.length > 0 && cells.every(cell => /^[2-7]\d{4}(?:\.\d+)?$/.test(cell)))
    return cell => (cell === '' ? null : addDays('1899-12-30', Math.floor(Number(cell))))
  return isYearFirst(cells) ? cell => readDay(`20${cell}`) : null
}

const isDayHead = (head: string) =>
  (['day', 'valueDate'] as const).some(field => headsOf(field).includes(foldHead(head)))

/** `Date` above `valeur`, `Montant` above `Débit`. */
function headOfTwo(above: string, below: string): string {
  const both = cleanText(`${above} ${below}`, 60)
  return [both, below].find(one => Object.keys(guessByHeads([one])).length > 0) ?? (above || below)
}

/** How days and amounts of this table are written, once known. */
type Dialect = {
  readonly order: DayOrder
  readonly decimal: DecimalSign | null
  readonly way: Way
  /** The cents are in a cell of their own: a decimal comma in a table that commas divide. */
  readonly isSplit: boolean
  /** Of the whole table; empty if nothing above it says. */
  readonly currency: string
  /** Cells of most rows. */
  readonly usual: number
}

export function readRecords(table: CsvTable, mapping: ColumnMapping, target: ImportTarget): ImportReading {
  const { day, amount, debit, credit } = mapping
  const { records } = table
  if (day === undefined || (amount === undefined && debit === undefined && credit === undefined))
    return refuseFile('no_columns')
  if (records.length > importLimits.lines) return refuseFile('too_many_lines')
  const dialect = findDialect(table, mapping, target)
  if ('problems' in dialect) return dialect
  const rows = sortRows(table, mapping, dialect, target)
  const hints: ImportHint[] = [
    ...(dialect.way.isWorded ? ['worded' as const] : []),
    ...(mapping.label === undefined ? ['no_label' as const] : []),
  ]
  const { accountValue } = mapping
  const options = {
    balancesOf: () => rows.balances,
    notes: rows.notes,
    ...(accountValue === undefined ? {} : { accountValue }),
  }
  const reading = { ...settleLines(rows.found, target, options), hints }
  const { decimal } = dialect
  const { unclear } = dialect.way
  if (unclear && reading.problems.length === 0) return askBelowZero(unclear, target.currency, decimal)
  const kept = new Set(reading.lines.map(({ line }) => line))
  const running = rows.running.filter(({ line }) => kept.has(line))
  const last = running.at(-1)
  if (last === undefined || running.length !== reading.lines.length) return reading
  const line = findBreak(running)
  const closing = { amountMinor: last.balance, currency: target.currency }
  const { balance } = reading
  return line === null
    ? reading
    : { ...reading, balance: { ...(balance ?? { closing, closingDay: null, difference: null }), line } }
}

/** Whoever writes French heads writes the day first, and so does Wise; without heads, whoever writes a decimal comma. */
const dayFirstHeads =
  /libell|montant|operation|solde|devise|comptab|valeur|jour|transfer wise|betrag|buchung|datum|fecha|importe|importo|contabile|bedrag|historico|descricao|kwota|operacji|belopp|belob|bokfor|\bdat[ao]\b/

function findDialect(
  { columns, records, preamble, isHeaded, delimiter }: CsvTable,
  mapping: ColumnMapping,
  { currency, today }: ImportTarget,
): Dialect | ImportReading {
  const { day = -1, amount = -1, debit = -1, credit = -1, fee = -1, balance = -1, dayOrder, decimal } = mapping
  const isOwn = ownHeads.has(columns.join(', '))
  const days = records.map(({ cells }) => cells[day] ?? '')
  const written = days.filter(isAnyDay)
  const order = dayOrderOf(written, today)
  const numbers = records.flatMap(({ cells, line }) =>
    [amount, debit, credit, fee, balance].flatMap(at => (cells[at] ? [{ text: cells[at], line }] : [])),
  )
  const isDayFirst =
    (!isHeaded && numbers.some(({ text }) => /,\d{2}(?!\d)/.test(text))) ||
    [...columns, ...preamble.flatMap(({ cells }) => cells)].some(cell => dayFirstHeads.test(foldHead(cell)))
  // That days months ahead are misread is less than sure in a table of a country that has the day first.
  const seemsTurned = order.order === 'mdy' ? !dayOrderOf(written).sure : !order.sure && looksMonthFirst(written)
  const isUnsure = isDayFirst ? seemsTurned : !order.sure
  if (dayOrder === undefined && isUnsure && !isOwn) {
    const at = days.findIndex(text => readDay(text) !== readDay(text, 'mdy'))
    return askDayOrder(days[at] ?? '', records[at]?.line ?? null)
  }
  const found = findDecimal(
    numbers.map(({ text }) => text),
    currency,
  )
  const doubtful = found.askAt === null ? undefined : numbers[found.askAt]
  if (decimal === undefined && doubtful) return askDecimal(doubtful.text, currency, doubtful.line)
  const sign = decimal ?? found.decimal
  const read = (cell: string) => readFileAmount(cell, currency, sign)
  const way = isOwn ? asWritten : findWay(records, mapping, read)
  return {
    order: dayOrder ?? order.order,
    decimal: sign,
    isSplit: delimiter === ',' && [amount, debit, credit].some(at => isCut(at, records, columns.length, balance)),
    currency: currencyAbove(preamble),
    usual: usualWidth(records),
    way:
      mapping.belowZero === undefined
        ? way
        : { ...way, belowZero: mapping.belowZero, unclear: null, mustSay: mapping.sign !== undefined },
  }
}

/** Whole amounts before two digits each, which are no balance in a row wider than the heads, or after a zero. */
function isCut(at: number, records: readonly CsvRecord[], width: number, balance: number): boolean {
  const given = records.filter(({ cells }) => /[1-9]/.test(`${cells[at] ?? ''}${cells[at + 1] ?? ''}`) && cells[at])
  const isOne = ({ cells }: CsvRecord) => balance === at + 1 && cells.length <= width && !cells[at + 1]?.startsWith('0')
  const isBoth = ({ cells }: CsvRecord) => /^[+-]?\d+$/.test(cells[at] ?? '') && /^\d\d$/.test(cells[at + 1] ?? '')
  return given.length > 0 && given.every(isBoth) && !given.every(isOne)
}

/** What says which way an amount without a sign goes, and what is below zero. */
type Way = {
  /** Of a row; null: `belowZero` says it. */
  readonly says: (cells: readonly string[]) => 'in' | 'out' | null
  readonly belowZero: BelowZero
  /** Nothing says what is. */
  readonly unclear: UnclearSign | null
  /** A row that says nothing can't be read. */
  readonly mustSay: boolean
  readonly isWorded: boolean
}
const asWritten: Way = { says: () => null, belowZero: 'out', unclear: null, mustSay: false, isWorded: false }

type Read = (cell: string) => Money | null

function findWay(records: readonly CsvRecord[], mapping: ColumnMapping, read: Read): Way {
  const { amount = -1, debit, credit, sign } = mapping
  if (sign !== undefined) return wayOfSigns(records, sign, mapping, read)
  return debit === undefined && credit === undefined
    ? wayOfAmounts(records, amount, mapping, read)
    : wayOfColumns(records, mapping, read)
}

/** Amounts below zero beside debits that aren't may have been taken back, or say the same as their word. */
function wayOfSigns(records: readonly CsvRecord[], sign: number, mapping: ColumnMapping, read: Read): Way {
  const readSign = signReader(records.map(({ cells }) => cells[sign] ?? ''))
  const says: Way['says'] = cells => readSign(cells[sign] ?? '')
  const rows = records.flatMap(record => rowOf(record, mapping.amount ?? -1, mapping, read, says))
  const below = rows.filter(({ by }) => by < 0n)
  const [first = null] = rows.some(row => row.says === 'out' && row.by > 0n) ? below : []
  return { ...asWritten, says, unclear: first && { ...first, others: below.length - 1 }, mustSay: true }
}

/** By signs, unless words say the contrary; without signs by a running balance, else by words, of which some may say nothing. */
function wayOfAmounts(records: readonly CsvRecord[], at: number, mapping: ColumnMapping, read: Read): Way {
  // One sign for what comes in says that the others don't.
  const isMarked = records.some(({ cells }) => isMarkedIn(cells[at] ?? ''))
  const says: Way['says'] = cells => (isMarked ? (isMarkedIn(cells[at] ?? '') ? 'in' : null) : saysOf(cells, mapping))
  const rows = records.flatMap(record => rowOf(record, at, mapping, read, says))
  const [first] = rows
  const leads = (sign: bigint) =>
    rows.length > 1 &&
    [0, 1].some(after =>
      rows.slice(1).every(({ balance: to }, before) => {
        const [from = null, by = 0n] = [rows[before]?.balance, rows[before + 1 - after]?.by]
        return from !== null && to !== null && (after === 0 ? to - from : from - to) === sign * by
      }),
    )
  if (first === undefined || leads(1n)) return asWritten
  if (leads(-1n)) return { ...asWritten, belowZero: 'in' }
  if (rows.some(({ by }) => by < 0n)) {
    const told = rows.filter(row => row.says !== null)
    const isContrary = told.length > 0 && told.every(row => row.by < 0n === (row.says === 'in'))
    return isContrary ? { ...asWritten, unclear: first } : asWritten
  }
  const open = rows.filter(row => row.says === null)
  const [asked = null] = open
  // Where words tell some in and some out, one answer can't be of several.
  const isOneWay = new Set(rows.flatMap(row => row.says ?? [])).size < 2
  const unclear = asked && (open.length === 1 || isOneWay) ? { ...asked, others: open.length - 1 } : null
  return { ...asWritten, says, unclear, mustSay: unclear === null, isWorded: !isMarked && open.length < rows.length }
}

function rowOf({ cells, line }: CsvRecord, at: number, mapping: ColumnMapping, read: Read, says: Way['says']) {
  // A balance or a sum has a sign of its own.
  const isLine = isAnyDay(cells[mapping.day ?? -1] ?? '') && !isBalanceLabel(cells[mapping.label ?? -1] ?? '')
  const text = isLine ? (cells[at] ?? '') : ''
  const by = read(text)?.amountMinor ?? 0n
  const step = { by, balance: read(cells[mapping.balance ?? -1] ?? '')?.amountMinor ?? null }
  const label = textsOf(cells, mapping).join(' ')
  return by === 0n ? [] : [{ ...step, text, line, label, says: says(cells), others: 0 }]
}

/** `+40,00`, `40.00 CR`. */
const isMarkedIn = (text: string) => /\+|(?:\d|€|[A-Z]{3})CR?$/i.test(text.replaceAll(' ', ''))

/** Not the name of the account, or how far it is. */
function saysOf(cells: readonly string[], { account, status }: ColumnMapping) {
  return directionAmong(cells.filter((_, at) => at !== account && at !== status))
}

/** Beside positive debits a negative one may have been taken back, and negative credits may be how the bank writes them. */
function wayOfColumns(records: readonly CsvRecord[], mapping: ColumnMapping, read: Read): Way {
  const { debit = -1, credit = -1 } = mapping
  const rowsOf = (at: number) => records.flatMap(record => rowOf(record, at, mapping, read, asWritten.says))
  const [debits, credits] = [rowsOf(debit), rowsOf(credit)]
  const isOut = ({ by }: { readonly by: bigint }) => by < 0n
  if (debits.every(isOut)) return asWritten
  const below = [...debits.filter(isOut), ...(credits.every(isOut) ? credits : [])]
  const [first] = below
  if (first === undefined) return asWritten
  const isBack = below.every(({ label }) => takenBack.test(foldText(label)))
  return { ...asWritten, ...(isBack ? { belowZero: 'in' } : { unclear: first }) }
}

const takenBack = /\b(?:erreur|annul|rembours|avoir|refund|reversal|storno|merci|thank)/

type Rows = {
  readonly found: FoundLine[]
  readonly notes: LeftOut[]
  readonly running: { readonly line: number; readonly amount: bigint; readonly balance: bigint }[]
  readonly balances: FileBalances
}

/** Transactions, and what else a table has: sums, balances, remarks, second lines of a label. */
function sortRows(table: CsvTable, mapping: ColumnMapping, dialect: Dialect, target: ImportTarget): Rows {
  const { columns, records, preamble, isHeaded } = table
  const found: FoundLine[] = []
  const notes: LeftOut[] = []
  const running: Rows['running'] = []
  const sums = preamble.flatMap(record => readBalance(record, target) ?? [])
  const head = columns.map(foldHead).join('\0')
  let section = preamble.map(({ cells }) => readSectionStatus(cells)).at(-1) ?? 'booked'
  for (const [index, record] of records.entries()) {
    const { cells, line } = record
    const isFirst = !isHeaded && index === 0
    const isAbout = isFirst && !isAnyDay(cells[mapping.day ?? -1] ?? '')
    const isHead = isHeaded && cells.map(foldHead).join('\0') === head
    const isOtherHead = isHeaded && !isHead && isTableHead(cells)
    const kind = isAbout ? 'remark' : isOtherHead ? 'line' : kindOf(record, mapping, dialect)
    const previous = found.at(-1)
    if (isHead && kind !== 'line') notes.push({ code: 'heading', line })
    else if (kind === 'continued' && previous) found[found.length - 1] = withMore(previous, textsOf(cells, mapping))
    else if (kind === 'continued' || kind === 'remark' || kind === 'balance') {
      section = readSectionStatus(cells) ?? section
      const sum = kind === 'balance' || isFirst ? readBalance(record, target, isFirst) : null
      if (sum) sums.push(sum)
      notes.push({ code: sum || kind === 'balance' ? 'balance' : 'remark', line })
    } else if ([0, records.length - 1].includes(index) && isBareBalance(record, table, mapping)) {
      const sum = readBalance(record, target, true)
      if (sum) sums.push(sum)
      notes.push({ code: 'balance', line })
    } else {
      const read = readRecord(record, columns, mapping, dialect, target)
      const left = isPartOf(previous, read) ? 'remark' : read.day === null && mapping.leaveOut ? 'unreadable' : null
      if (left) notes.push({ code: left, line })
      else found.push(read.status === 'booked' ? { ...read, status: section } : read)
      const balance = readFileAmount(cells[mapping.balance ?? -1] ?? '', target.currency, dialect.decimal)
      if (balance && read.amount && read.status === 'booked')
        running.push({ line, amount: read.amount.amountMinor, balance: balance.amountMinor })
    }
  }
  const first = found.flatMap(one => one.day ?? []).sort()[0]
  return settleRows(table, mapping, { found, notes, running, balances: balancesOf(sums, first) })
}

/** Its rows may have other columns: the file is refused there. */
function isTableHead(cells: readonly string[]): boolean {
  if (/\d/.test(cells.join(''))) return false
  const { day, amount, debit, credit } = guessByHeads(cells)
  return day !== undefined && (amount ?? debit ?? credit) !== undefined
}

/** Without sums, and each with the account that stands above it. */
function settleRows(table: CsvTable, mapping: ColumnMapping, rows: Rows): Rows {
  const sums = sumsAmong(rows.found, 2)
  // That of a day with one transaction is one if other days have theirs.
  const left = sums.size > 0 ? sumsAmong(rows.found, 1) : sums
  const found = rows.found.filter(one => !left.has(one))
  const notes = [...rows.notes, ...[...left].map(({ line }) => ({ code: 'balance' as const, line }))]
  const sections = sectionsOf(table, mapping)
  if (sections.length > 1) {
    const accountOf = (at: number) => sections.findLast(({ line }) => line < at)?.account ?? ''
    const under = found.map(one => ({ ...one, account: accountOf(one.line) }))
    return { ...rows, notes, found: under, balances: balancesOf([]) }
  }
  const account = mapping.account === undefined ? ibanAmong(table.preamble) || accountAbove(table.preamble) : ''
  return { ...rows, notes, found: found.map(one => ({ ...one, account: one.account || account })) }
}

const none = { minor: 0n, rows: 0 }
const withRow = ({ minor, rows }: typeof none, more: bigint) => ({ minor: minor + more, rows: rows + 1 })

/** With a day: all rows above together, or those since the sum before, of at least so many. */
function sumsAmong(found: readonly FoundLine[], least: number): ReadonlySet<FoundLine> {
  const sums = new Set<FoundLine>()
  let [all, since] = [none, none]
  for (const one of found) {
    const { remittance, status, amount } = one
    const minor = amount?.amountMinor ?? 0n
    const isOf = (some: typeof none, rows: number) => some.rows >= rows && some.minor === minor
    const [label = ''] = remittance
    // A petrol station has this name.
    const fewest = foldText(label) === 'total' ? 2 : least
    const isSum = (isOf(since, fewest) || isOf(all, 2)) && readSumRow([label]) !== null
    if (isSum) sums.add(one)
    else if (status === 'booked') all = withRow(all, minor)
    if (isSum) since = none
    else if (status === 'booked') since = withRow(since, minor)
  }
  return sums
}

/** The only one above the table. */
function ibanAmong(rows: readonly CsvRecord[]): string {
  const ibans = rows.flatMap(({ cells }) =>
    cells.flatMap(cell =>
      [...cell.slice(0, 200).matchAll(/\b[A-Z]{2}\d{2}(?:\s?[0-9A-Z]{4}){2,7}(?:\s?[0-9A-Z]{1,3})?\b/g)].flatMap(
        ([text]) => {
          const bare = text.replace(/\s/g, '')
          return isIban(bare) ? bare : []
        },
      ),
    ),
  )
  const [iban = '', ...others] = new Set(ibans)
  return others.length === 0 ? iban : ''
}

/** Of a batch, with its reference and an amount in another column. */
function isPartOf(batch: FoundLine | undefined, { amount, reference }: FoundLine): boolean {
  return amount === null && reference !== null && reference === batch?.reference
}

type Sum = { readonly isOpening: boolean; readonly amount: Money; readonly day: IsoDate | null }

/** Of two at the end of a day, the one not after the `first` transaction is the opening one. */
function balancesOf(sums: readonly Sum[], first: IsoDate = ''): FileBalances {
  const dated = sums.filter(({ day }) => day !== null).sort((one, other) => compare(one.day ?? '', other.day ?? ''))
  const closing = dated.findLast(({ isOpening }) => !isOpening) ?? sums.find(({ isOpening }) => !isOpening)
  const earlier = dated.find(({ day }) => day !== closing?.day && (day ?? '') <= first)
  const opening = (sums.find(({ isOpening }) => isOpening) ?? earlier)?.amount ?? null
  return { opening, closing: closing?.amount ?? null, closingDay: closing?.day ?? null }
}

/** `Devise : CHF` above the table, in one cell or two. */
function currencyAbove(rows: readonly CsvRecord[]): string {
  const parts = rows.map(({ cells }) => cells.flatMap(cell => cell.split(':')).filter(part => part.trim() !== ''))
  const isNamed = (head = '') => headsOf('currency').includes(foldHead(head))
  const found = parts.flatMap(row => row.flatMap((part, at) => (isNamed(row[at - 1]) ? readCurrency(part) : [])))
  const [code = '', ...others] = new Set(found.filter(one => knownCurrencies.has(one)))
  return others.length === 0 ? code : ''
}

type Section = { readonly line: number; readonly account: string }

/** Tables of several accounts, one below the other, each with what stands above its head; one if all are of the same. */
function sectionsOf({ columns, records, preamble, isHeaded }: CsvTable, { day = -1 }: ColumnMapping): Section[] {
  const head = columns.map(foldHead).join('\0')
  const sections: Section[] = [{ line: 0, account: accountAmong(preamble) || titleAmong(preamble) }]
  let above: CsvRecord[] = []
  for (const record of isHeaded ? records : []) {
    const { cells, line } = record
    const last = sections.at(-1)?.account ?? ''
    if (cells[day] === columns[day] && cells.map(foldHead).join('\0') === head) {
      const account = accountAmong(above) || titleAmong(above)
      const [name, before] = [account, last].map(nameOf)
      if (name !== '' && name !== before) sections.push({ line, account })
      above = []
    } else above = isAnyDay(cells[day] ?? '') ? [] : [...above.slice(-4), record]
  }
  return sections
}

const fromTo = /\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}\D{1,20}\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}/
/** The last row that names one, not the days that follow. */
function accountAmong(rows: readonly CsvRecord[]): string {
  const texts = rows
    .map(({ cells }) => cells.filter(cell => cell !== '').join(' '))
    .flatMap(text => (fromTo.test(text.slice(0, 200)) ? [] : cleanText(text, 60)))
  return (
    texts.findLast(text => /\b(?:compte|account|livret|carte|konto|cuenta|conto)\b|\d{5}/.test(foldText(text))) ?? ''
  )
}

/** A row of one text above a table may be an account's own name. */
function titleAmong(rows: readonly CsvRecord[]): string {
  const titles = rows.flatMap(({ cells }) => {
    const [title = '', ...others] = cells.filter(cell => cell !== '')
    const isTitle =
      others.length === 0 && title.length <= 40 && readSumRow([title]) === null && readSectionStatus([title]) === null
    return isTitle && !fromTo.test(title.slice(0, 200)) && wordsIn(title) !== '' ? cleanText(title, 60) : []
  })
  return titles.at(-1) ?? ''
}

/** By its number, else its words: pages and months of one account have others. */
function nameOf(account: string): string {
  const [number] = /\d[\dX* ]{4,}/.exec(account) ?? []
  return number?.trim() ?? (/(?:n°|[*x#])\s?\d|\b[A-Z]{2}\d\d\b/i.test(account) ? account : wordsIn(account))
}

/** Without what changes from page to page or from month to month. */
function wordsIn(text: string): string {
  return text
    .replace(/(?:\p{L}{3,9}\.? )?\d+/gu, '')
    .replace(/\b(?:page|seite|pagina|pag|suite)\b/gi, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
}

/** The number in the last row that names an account, else its words without what changes from month to month. */
function accountAbove(preamble: readonly CsvRecord[]): string {
  const rows = preamble.filter(({ cells }) => readSumRow(cells) === null)
  const named = rows.map(row =>
    accountAmong([row]).replace(/\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d[\d ]{0,20}[.,]\d\d\b/g, ''),
  )
  const numbers = named.flatMap(text => text.match(/[\d*X]{5,34}[A-Z]?\b/g) ?? [])
  const words = named.map(wordsIn).findLast(text => text !== '')
  return numbers.findLast(text => /\d/.test(text) && !isAnyDay(text)) ?? words ?? ''
}

const dayLike = /\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}/

function kindOf({ cells }: CsvRecord, mapping: ColumnMapping, { order }: Dialect) {
  const {
    day = -1,
    amount = -1,
    debit = -1,
    credit = -1,
    label = -1,
    details = -1,
    status = -1,
    reference = -1,
  } = mapping
  const dayCell = cells[day] ?? ''
  const hasAmount = [amount, debit, credit].some(index => /\d/.test(cells[index] ?? ''))
  const isBooked = [status, reference].some(index => cells[index])
  if (readDay(dayCell, order) !== null) {
    const isSum = hasAmount ? !isBooked && isBalanceLabel(cells[label] ?? '') : readSumRow(cells) !== null
    return isSum ? 'balance' : 'line'
  }
  if (readSumRow(cells)) return 'balance'
  // A sentence of the bank below the table.
  const words = dayCell.split(' ').filter(word => /\p{L}{2}/u.test(word))
  const isAlone = cells.filter(cell => cell !== '').length === 1 && words.length > 1
  if (hasAmount || (dayLike.test(dayCell) && !isAlone)) return 'line'
  const isText = cells.every((cell, at) => cell === '' || at === label || at === details)
  return isText && textsOf(cells, mapping).length > 0 ? 'continued' : 'remark'
}

function textsOf(cells: readonly string[], { label = -1, details = -1 }: ColumnMapping): string[] {
  return [cells[label] ?? '', ...(cells[details] ?? '').split(detailSeparator)].filter(text => text !== '')
}

/** Without words: an account's number that no transaction has, or without heads other cells than theirs. */
function isBareBalance(record: CsvRecord, { columns, records, isHeaded }: CsvTable, mapping: ColumnMapping): boolean {
  const { cells } = record
  const { label } = mapping
  if (label === undefined || records.length < 2 || !/^(?:\d[\d ]{9,30}[A-Z]?)?$/.test(cells[label] ?? '')) return false
  const others = records.filter(one => one !== record)
  if (others.filter(one => one.cells[label]).length < others.length - 1) return false
  const mapped = new Set<unknown>(Object.values(mapping))
  // A cheque's number is shorter.
  const isNumber = (cell = '') => cell.replace(/\D/g, '').length >= 10
  const isReference = (head = '') => /refer|mandat|contra|creanc|\b(?:rum|ics)\b/.test(foldHead(head))
  return (
    (!isHeaded && cells.length !== columns.length && !record.isCut) ||
    cells.some(
      (cell, at) =>
        isNumber(cell) && !isReference(columns[at]) && !mapped.has(at) && !others.some(one => isNumber(one.cells[at])),
    )
  )
}

const amountInText = /[+-]?\d(?:[\d \u00a0\u202f.,'’]{0,20})[.,]\d{2}(?!\d)/g

/** The last amount and the first day of the row. `isBare`: it needs no word for it. */
function readBalance({ cells }: CsvRecord, { currency }: ImportTarget, isBare = false): Sum | null {
  const sum = readSumRow(cells)
  const text = cells.join(' ; ').slice(0, 400)
  if ((sum === null && !isBare) || /total|totaux|summe|cumul|franc|reporter|(?:^|; )report ;/i.test(text)) return null
  const day = readDay(/\d{2}[/.-]\d{2}[/.-]\d{2,4}/.exec(text)?.[0] ?? '')
  const last = text
    .replace(/\d{2}[/.-]\d{2}[/.-]\d{2,4}/g, ' ; ')
    .match(amountInText)
    ?.at(-1)
  const amount = last === undefined ? null : readFileAmount(last, currency)
  return amount === null ? null : { isOpening: sum?.isOpening ?? false, amount, day }
}

function readRecord(
  { cells, line, isCut }: CsvRecord,
  columns: readonly string[],
  mapping: ColumnMapping,
  { order, decimal, way, isSplit, usual, currency: ofTable }: Dialect,
  { currency }: ImportTarget,
): FoundLine {
  const cell = (field: ImportField) => {
    const text = cells[mapping[field] ?? -1] ?? ''
    return (field === 'debit' || field === 'credit') && /^(?:[-–—.]|n\/?a)$/i.test(text) ? '' : text
  }
  const head = columns[mapping.amount ?? mapping.debit ?? mapping.credit ?? -1] ?? ''
  const written = cell('amount') || cell('debit') || cell('credit')
  const said = currencyOfAmount(written, currency) || currencyOfHead(head)
  const given = said || readCurrency(cell('currency')) || ofTable
  const money = (field: ImportField) => readFileAmount(cell(field), given || currency, decimal)
  const says = way.says(cells)
  const amount = readSigned(cell, money, says, way.belowZero)
  const isWide = cells.length > columns.length && cells.length > usual
  const hasMore = cells.slice(columns.length).some(one => one !== '') || isSplit || isWide
  const isUnsigned = says === null && way.mustSay && amount?.amountMinor !== 0n
  const isBoth = cell('amount') === '' && Boolean(money('debit')?.amountMinor && money('credit')?.amountMinor)
  const unfit = hasMore ? 'extra_cells' : isBoth ? 'two_amounts' : isUnsigned ? 'bad_sign' : undefined
  const fault = isCut ? 'bad_record' : unfit
  const day = readDay(cell('day'), order)
  return {
    line,
    day,
    valueDate: readDay(cell('valueDate'), order),
    amount,
    currency: given,
    account: cell('account'),
    // Of what is pending some banks say so instead of the day.
    status: day === null && cell('status') === '' ? readStatus(cell('day')) : readStatus(cell('status')),
    remittance: textsOf(cells, mapping),
    reference: cell('reference') || null,
    endToEndId: cell('endToEndId') || null,
    code: noCode,
    ...(fault ? { fault } : {}),
    ...ownWordsOf(columns, cells),
  }
}

/** Of the heads of our own exports. */
function ownWordsOf(columns: readonly string[], cells: readonly string[]): Pick<FoundLine, 'own'> {
  if (!ownHeads.has(columns.join(', '))) return {}
  const [note = '', tags = '', split = ''] = cells.slice(-3)
  return { own: { category: cells[9] ?? '', note, tags, split } }
}

const ownHeads = new Set((['csv', 'csv-fr'] as const).map(dialect => csvDialect(dialect).words.transactions))

/** `12,50 €`, `CHF 3.20`; `$` is the account's dollar. */
function currencyOfAmount(text: string, own: string): string {
  const word = currencyWordOf(text)
  const code = word === '$' && own.endsWith('D') ? own : readCurrency(word)
  return knownCurrencies.has(code) ? code : ''
}

/** One column, signed by itself or by another, or two; what the bank took for it is part of it. */
function readSigned(
  cell: (field: ImportField) => string,
  money: (field: ImportField) => Money | null,
  said: 'in' | 'out' | null,
  belowZero: BelowZero,
): Money | null {
  const negate = (amount: Money) => ({ ...amount, amountMinor: -amount.amountMinor })
  const isBack = belowZero === 'in'
  if (cell('amount') !== '') {
    const [amount, fee] = [money('amount'), money('fee')]
    if (!amount) return null
    const isDebit = cell('debit') !== '' && !money('credit')?.amountMinor
    const says = said ?? (isDebit ? 'out' : cell('credit') === '' ? null : 'in')
    const isTurned = amount.amountMinor < 0n ? isBack : says === 'out' || (says === null && isBack)
    const signed = isTurned ? negate(amount) : amount
    const taken = fee && (fee.amountMinor < 0n ? -fee.amountMinor : fee.amountMinor)
    return { ...signed, amountMinor: signed.amountMinor - (taken ?? 0n) }
  }
  const [out, into] = [money('debit'), money('credit')]
  if ((cell('debit') !== '' && !out) || (cell('credit') !== '' && !into)) return null
  const gained = into && isBack && into.amountMinor < 0n ? negate(into) : into
  if (!out || out.amountMinor === 0n) return gained ?? out
  // Of a row of totals: how they differ.
  const debit = isBack || out.amountMinor > 0n ? negate(out) : out
  return { ...debit, amountMinor: debit.amountMinor + (gained?.amountMinor ?? 0n) }
}
