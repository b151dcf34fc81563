import type { BankTransactionCode } from '@guichet/stet/terms/account-data.ts'
import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { isIban } from '@guichet/values/money/iban.ts'
import type { Money } from '@guichet/values/money/minor.ts'
import { compare } from '@guichet/values/text/compare.ts'
import type { DayOrder } from './import-day.ts'
import type { DecimalSign } from './import-number.ts'

export const importFormats = ['csv', 'ofx', 'camt053', 'camt052', 'qif', 'mt940', 'cfonb120', 'xlsx'] as const
export type ImportFormat = (typeof importFormats)[number]

export const importProblems = [
  'too_large',
  'too_many_lines',
  'empty',
  'unknown_format',
  'bad_xml',
  'entities',
  'binary',
  'no_columns',
  'bad_day',
  'bad_amount',
  'bad_sign',
  'two_amounts',
  'extra_cells',
  'bad_record',
  'other_currency',
  'future_day',
  'bad_quotes',
  'too_slow',
  'several_accounts',
  'other_account',
  'ambiguous_day',
  'ambiguous_amount',
] as const
export type ImportProblemCode = (typeof importProblems)[number]

/** `line` null: the whole file. */
export type ImportProblem = { readonly code: ImportProblemCode; readonly line: number | null }

/** Why a line is left out. */
export const importNotes = [
  'balance',
  'remark',
  'heading',
  'unreadable',
  'future_day',
  'not_booked',
  'declined',
  'informational',
  'other_account',
  'other_currency',
  'other_file',
  'repeated',
] as const
export type ImportNoteCode = (typeof importNotes)[number]

/** `lines`: the first ones. */
export type ImportNote = { readonly code: ImportNoteCode; readonly count: number; readonly lines: readonly number[] }

/** What a person should look at. */
export const importHints = ['worded', 'no_label'] as const
export type ImportHint = (typeof importHints)[number]

export type ImportedLine = {
  /** From 1. */
  readonly line: number
  readonly day: IsoDate
  readonly valueDate: IsoDate | null
  readonly amount: Money
  readonly remittance: readonly string[]
  readonly reference: string | null
  readonly endToEndId: string | null
  readonly code: BankTransactionCode
  /** Of a file that we wrote. */
  readonly own?: OwnWords
}

/** What the person had added, as exported. */
export type OwnWords = { readonly [name in 'category' | 'note' | 'tags' | 'split']: string }

/** As a file has it: what can't be read is null, and other accounts' lines are among them. */
export type FoundLine = Omit<ImportedLine, 'day' | 'amount'> & {
  readonly day: IsoDate | null
  readonly amount: Money | null
  /** Empty if the file doesn't say. */
  readonly currency: string
  readonly account: string
  readonly status: LineStatus
  /** Of a file with several, the one it is in. */
  readonly statement?: unknown
  /** Instead of the line, if its row is none. */
  readonly fault?: ImportProblemCode
}
/** More of its text; a line keeps twenty parts. */
export function withMore(line: FoundLine, texts: readonly string[]): FoundLine {
  return line.remittance.length < 20 ? { ...line, remittance: [...line.remittance, ...texts] } : line
}

export type LineStatus = 'booked' | 'not_booked' | 'declined' | 'informational'

/** What a person must answer, with what each answer makes of `text`. */
export type ImportQuestion = {
  readonly field: 'dayOrder' | 'decimal' | 'accountValue' | 'belowZero'
  readonly text: string
  /** Rows besides it that the answer decides, where they may differ. */
  readonly others?: number
  readonly answers: readonly { readonly value: string; readonly reading: string | null }[]
}

/** Opening and closing balance of a file, and whether its transactions lead from one to the other. */
export type BalanceCheck = {
  readonly closing: Money
  readonly closingDay: IsoDate | null
  /** Null without an opening balance. */
  readonly difference: Money | null
  /** The first line after which a running balance doesn't fit. */
  readonly line: number | null
}

export type ImportReading = {
  readonly lines: readonly ImportedLine[]
  /** Any problem refuses the file: half an import is worse than none. */
  readonly problems: readonly ImportProblem[]
  readonly notes: readonly ImportNote[]
  readonly questions: readonly ImportQuestion[]
  readonly hints: readonly ImportHint[]
  readonly balance: BalanceCheck | null
  /** As the file calls the one its lines are of; empty if it doesn't. */
  readonly account: string
}

export type ImportTarget = {
  readonly iban: string | null
  readonly currency: string
  /** In Paris. */
  readonly today: IsoDate
  /** How our own exports call it. */
  readonly names?: readonly string[]
}

export const importLimits = { bytes: 10 * 1024 * 1024, lines: 50_000, problems: 20, answers: 50 } as const

export const noCode: BankTransactionCode = { domain: null, family: null, subFamily: null, code: null, issuer: null }

export function refuseFile(code: ImportProblemCode, line: number | null = null): ImportReading {
  return { lines: [], problems: [{ code, line }], notes: [], questions: [], hints: [], balance: null, account: '' }
}

/** Blocks until answered. */
export function askFirst(question: ImportQuestion, code: ImportProblemCode, line: number | null): ImportReading {
  return { ...refuseFile(code, line), questions: [question] }
}

/** A French account number: all of an IBAN after its check digits, or all but the key. */
export function isDomesticNumber(text: string): boolean {
  return /^\d{10}[0-9A-Z]{11}(?:\d{2})?$/.test(text)
}

/** By IBAN, or what follows its check digits; other numbers prove nothing. */
export function isOtherAccount(account: string, { iban }: Pick<ImportTarget, 'iban'>): boolean {
  const bare = account.replace(/\s/g, '').toUpperCase()
  if (iban === null) return false
  return isIban(bare) ? bare !== iban : isDomesticNumber(bare) && !iban.startsWith(bare, 4)
}

/** By the bank code of a French IBAN; anything else proves nothing. */
export function isOtherBank(bankCode: string, { iban }: Pick<ImportTarget, 'iban'>): boolean {
  return iban?.startsWith('FR') === true && /^\d{5}$/.test(bankCode) && bankCode !== iban.slice(4, 9)
}

/** The IBAN, the part a bank prints, or what our exports write. */
export function isSameAccount(account: string, { iban, names = [] }: ImportTarget): boolean {
  const bare = account.replace(/\s/g, '')
  return names.includes(account) || (iban !== null && bare.length >= 5 && iban.includes(bare))
}

export type FileBalances = {
  readonly opening: Money | null
  readonly closing: Money | null
  readonly closingDay: IsoDate | null
}

export type StatementBalances = FileBalances & { readonly openingDay: IsoDate | null }

/** Of consecutive statements in any order the first's opening and the last's closing balance. */
export function joinStatements(statements: readonly StatementBalances[]): FileBalances {
  const by = (dayOf: (one: StatementBalances) => IsoDate | null) =>
    statements.toSorted((left, right) => compare(dayOf(left) ?? '', dayOf(right) ?? ''))
  const opening = by(({ openingDay, closingDay }) => openingDay ?? closingDay)[0]?.opening ?? null
  const { closing = null, closingDay = null } = by(one => one.closingDay ?? one.openingDay).at(-1) ?? {}
  return { opening, closing, closingDay }
}

/**
 * The account's lines of a file, whatever its format: others, those not booked or not yet, and those in another
 * currency are left out with a note; what can't be read is a problem.
 */
export function settleLines(
  found: readonly FoundLine[],
  target: ImportTarget,
  {
    accountValue,
    balancesOf = () => null,
    notes: before = [],
  }: {
    accountValue?: string
    balancesOf?: (account: string) => FileBalances | null
    notes?: readonly LeftOut[]
  } = {},
): ImportReading {
  if (found.length > importLimits.lines) return refuseFile('too_many_lines')
  const accounts = [...new Set(found.flatMap(({ account }) => account || []))]
  const [only] = accounts
  const left: LeftOut[] = [...before]
  let own = found
  if (accounts.length === 1 && only !== undefined && isOtherAccount(only, target)) return refuseFile('other_account')
  if (accounts.length > 1) {
    const chosen = accounts.filter(account =>
      accountValue === undefined ? isSameAccount(account, target) : account === accountValue,
    )
    if (chosen.length === 0) return askAccount(accounts)
    own = found.filter(({ account }) => chosen.includes(account))
    for (const { account, line } of found) if (!chosen.includes(account)) left.push({ code: 'other_account', line })
  }
  const lines: ImportedLine[] = []
  const statements = new Map<unknown, ImportedLine[]>()
  const problems: ImportProblem[] = []
  const isMixed = own.some(({ currency }) => currency === '' || currency === target.currency)
  for (const one of own) {
    if (problems.length >= importLimits.problems) break
    const read = readOne(one, target, isMixed)
    if ('problem' in read) problems.push({ code: read.problem, line: one.line })
    else if ('note' in read) left.push({ code: read.note, line: one.line })
    else {
      lines.push(read)
      const part = statements.get(one.statement)
      if (part) part.push(read)
      else statements.set(one.statement, [read])
    }
  }
  const [account = '', ...further] = new Set(own.map(one => one.account))
  const balanceOf = (some: readonly ImportedLine[]) =>
    further.length === 0 ? checkBalance(some, balancesOf(account), target) : null
  // Balances that all lines lead to say that none is there twice.
  const isWhole = balanceOf(lines)?.difference?.amountMinor === 0n
  const kept = new Set(isWhole ? lines : withoutRepeated([...statements.values()]))
  for (const one of lines) if (!kept.has(one)) left.push({ code: 'repeated', line: one.line })
  const notes = gatherNotes(left)
  if (lines.length > 0 || problems.length > 0)
    return {
      ...refuseFile('empty'),
      lines: withoutVainReferences([...kept]),
      problems,
      notes,
      balance: balanceOf([...kept]),
      account,
    }
  const future = left.find(({ code }) => code === 'future_day')
  return { ...refuseFile(future ? 'future_day' : 'empty', future?.line ?? null), notes }
}

/** Statements and files may overlap: of equal lines as many are kept as one part has. */
export function withoutRepeated(parts: readonly (readonly ImportedLine[])[]): ImportedLine[] {
  const saidBy = ({ day, amount, remittance }: ImportedLine) =>
    JSON.stringify([day, `${amount.amountMinor}`, ...remittance])
  const meant = new Map<string | null, string>()
  // A counter, if it is another transaction's elsewhere.
  const counted = new Set<string | null>()
  for (const line of parts.flat()) {
    if ((meant.get(line.reference) ?? saidBy(line)) !== saidBy(line)) counted.add(line.reference)
    meant.set(line.reference, saidBy(line))
  }
  const most = new Map<string, number>()
  return parts.flatMap(part => {
    const counts = new Map<string, number>()
    const own = part.filter(line => {
      const key = `${saidBy(line)} ${counted.has(line.reference) ? '' : line.reference}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return count > (most.get(key) ?? 0)
    })
    for (const [key, count] of counts) most.set(key, Math.max(count, most.get(key) ?? 0))
    return own
  })
}

export type LeftOut = { readonly code: ImportNoteCode; readonly line: number }

function readOne(
  { account: _, statement: __, currency, status, fault, day, amount, ...line }: FoundLine,
  target: ImportTarget,
  isMixed: boolean,
): ImportedLine | { readonly problem: ImportProblemCode } | { readonly note: ImportNoteCode } {
  if (status !== 'booked') return { note: status }
  if (fault) return { problem: fault }
  if (currency !== '' && currency !== target.currency)
    return isMixed ? { note: 'other_currency' } : { problem: 'other_currency' }
  if (day === null) return { problem: 'bad_day' }
  if (amount === null) return { problem: 'bad_amount' }
  return day > target.today ? { note: 'future_day' } : { ...line, day, amount }
}

/** Or sheet. */
export function askAccount(accounts: readonly string[]): ImportReading {
  const answers = accounts.slice(0, importLimits.answers).map(value => ({ value, reading: value }))
  return askFirst({ field: 'accountValue', text: '', answers }, 'several_accounts', null)
}

export const notedLines = 10

function gatherNotes(left: readonly LeftOut[]): ImportNote[] {
  return [...Map.groupBy(left, ({ code }) => code)].map(([code, ones]) => {
    const lines = ones.map(({ line }) => line).sort((one, other) => one - other)
    return { code, count: lines.length, lines: lines.slice(0, notedLines) }
  })
}

/** What says that there is none, or whose account it is. */
export function isVainReference(reference: string): boolean {
  return /^(?:0*|non ?ref|not ?provided|none|n\/a)$/i.test(reference) || isIban(reference.replace(/\s/g, ''))
}

/** A reference that several lines of a file have, or a counter that each file begins anew tells nothing. */
function withoutVainReferences(lines: readonly ImportedLine[]): ImportedLine[] {
  const uses = new Map<string, number>()
  for (const { reference } of lines) if (reference !== null) uses.set(reference, (uses.get(reference) ?? 0) + 1)
  const counted = [...uses.keys()].every(reference => /^\d{1,5}$/.test(reference) && Number(reference) <= uses.size)
  const isVain = (reference: string) => counted || isVainReference(reference) || (uses.get(reference) ?? 0) > 1
  return lines.map(line => (line.reference !== null && isVain(line.reference) ? { ...line, reference: null } : line))
}

function checkBalance(
  lines: readonly ImportedLine[],
  balances: FileBalances | null,
  { currency }: ImportTarget,
): BalanceCheck | null {
  if (!balances?.closing) return null
  const { opening, closing, closingDay } = balances
  const sum = lines.reduce((total, { amount }) => total + amount.amountMinor, 0n)
  const amountMinor = opening === null ? null : closing.amountMinor - opening.amountMinor - sum
  return { closing, closingDay, difference: amountMinor === null ? null : { amountMinor, currency }, line: null }
}

/** The first line whose balance isn't the one before it and its amount, in the file's order or against it. */
export function findBreak(
  rows: readonly { readonly line: number; readonly amount: bigint; readonly balance: bigint }[],
): number | null {
  const breaks = [0, 1].map(step =>
    rows.slice(1).flatMap((row, at) => {
      const before = rows[at]
      const [from, to, by] = step === 0 ? [before, row, row] : [row, before, before]
      if (!from || !to || !by || from.balance + by.amount === to.balance) return []
      return { line: row.line, isTurned: from.balance - by.amount === to.balance }
    }),
  )
  const [fewest = []] = breaks.sort((left, right) => left.length - right.length)
  // Some banks print one balance in every row.
  const isTelling = fewest.length * 2 < rows.length - 1 || fewest.every(({ isTurned }) => isTurned)
  return isTelling ? (fewest[0]?.line ?? null) : null
}

/** Columns of a table. */
export const importFields = [
  'day',
  'amount',
  'debit',
  'credit',
  'label',
  'details',
  'valueDate',
  'reference',
  'endToEndId',
  'currency',
  'sign',
  'account',
  'status',
  'fee',
  'balance',
] as const
export type ImportField = (typeof importFields)[number]

export const waysBelowZero = ['out', 'in'] as const
export type BelowZero = (typeof waysBelowZero)[number]

/** Column indices, from 0, and how to read what they contain. */
export type ColumnMapping = { readonly [field in ImportField]?: number } & {
  readonly dayOrder?: DayOrder
  readonly decimal?: DecimalSign
  /** Money out or in; in only where spending is positive. */
  readonly belowZero?: BelowZero
  /** Rows without a readable day are left out. */
  readonly leaveOut?: boolean
  /** The account whose rows are read, as the file calls it. */
  readonly accountValue?: string
}
