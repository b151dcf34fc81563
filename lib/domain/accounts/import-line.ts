import type { BankTransactionCode } from '@guichet/stet/terms/account-data.ts'
import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { isIban } from '@guichet/values/money/iban.ts'
import { decimalsOf, type Money, parseAmount } from '@guichet/values/money/minor.ts'

export const importFormats = ['csv', 'ofx', 'camt053'] as const
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
  'other_currency',
  'future_day',
  'bad_quotes',
  'too_slow',
  'several_accounts',
  'other_account',
] as const
export type ImportProblemCode = (typeof importProblems)[number]

/** `line` null: the whole file. */
export type ImportProblem = { readonly code: ImportProblemCode; readonly line: number | null }

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
}

export type ImportReading = {
  readonly lines: readonly ImportedLine[]
  /** Any problem refuses the file: half an import is worse than none. */
  readonly problems: readonly ImportProblem[]
}

export type ImportTarget = {
  readonly iban: string | null
  readonly currency: string
  /** In Paris. */
  readonly today: IsoDate
}

export const importLimits = { bytes: 10 * 1024 * 1024, lines: 50_000, problems: 20 } as const

export const noCode: BankTransactionCode = { domain: null, family: null, subFamily: null, code: null, issuer: null }

export function refuseFile(code: ImportProblemCode, line: number | null = null): ImportReading {
  return { lines: [], problems: [{ code, line }] }
}

/** A French account number: all of an IBAN after its check digits. */
export function isDomesticNumber(text: string): boolean {
  return /^\d{10}[0-9A-Z]{11}\d{2}$/.test(text)
}

/** By IBAN, or what follows its check digits; other numbers prove nothing. */
export function isOtherAccount(account: string, { iban }: Pick<ImportTarget, 'iban'>): boolean {
  const bare = account.replace(/\s/g, '').toUpperCase()
  if (iban === null) return false
  return isIban(bare) ? bare !== iban : isDomesticNumber(bare) && bare !== iban.slice(4)
}

/** By the bank code of a French IBAN; anything else proves nothing. */
export function isOtherBank(bankCode: string, { iban }: Pick<ImportTarget, 'iban'>): boolean {
  return iban?.startsWith('FR') === true && /^\d{5}$/.test(bankCode) && bankCode !== iban.slice(4, 9)
}

export type DayOrder = 'dmy' | 'mdy'

/** `2026-11-21`, `20261121…`, `21/11/2026`, `11/21/2026` by order; else null. Two digits are 1970 to 2069. */
export function readDay(text: string, order: DayOrder = 'dmy'): IsoDate | null {
  const trimmed = text.trim()
  const iso = /^(\d{4})-?(\d{2})-?(\d{2})(?:$|[T\s[\d])/.exec(trimmed)
  if (iso) return toDay(iso[1], iso[2], iso[3])
  const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:$|\s)/.exec(trimmed)
  if (!parts) return null
  const [, first, second, year = ''] = parts
  const full = year.length === 2 ? `${year < '70' ? '20' : '19'}${year}` : year
  return order === 'dmy' ? toDay(full, second, first) : toDay(full, first, second)
}

function toDay(year = '', month = '', date = ''): IsoDate | null {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) && year >= '1900' ? day : null
}

/** Month first only if some day requires it. */
export function dayOrderOf(days: readonly string[]): DayOrder {
  const pairs = days.flatMap(day => {
    const parts = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-]/.exec(day)
    return parts ? [[Number(parts[1]), Number(parts[2])] as const] : []
  })
  return pairs.some(([, second]) => second > 12) && pairs.every(([first]) => first <= 12) ? 'mdy' : 'dmy'
}

/**
 * `1 234,56`, `1,234.56`, `-12.5`, `12,50-`, `(12.50)`, `12 €`; exact or null. The last `,` or `.` is the decimal,
 * unless three digits follow and the currency has not three.
 */
export function readFileAmount(text: string, currency: string): Money | null {
  const bare = text
    .replace(/[\s\u00a0\u202f'’€$£]/g, '')
    .replace(/[A-Z]{3}$/, '')
    .replace(/[\u2212\u2013]/g, '-')
  const parts = /^([(+-]?)([\d.,]+)([)-]?)$/.exec(bare)
  if (!parts) return null
  const [, before = '', digits = '', behind = ''] = parts
  if ((before === '(') !== (behind === ')') || (before === '-' && behind === '-')) return null
  const negative = before === '-' || before === '(' || behind === '-'
  const plain = plainDecimal(digits, decimalsOf(currency))
  const money = plain === null ? null : parseAmount(plain, currency)
  if (!money) return null
  return negative ? { ...money, amountMinor: -money.amountMinor } : money
}

function plainDecimal(digits: string, decimals: number): string | null {
  const at = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'))
  if (at < 0) return digits
  const sign = digits.charAt(at)
  const [whole, fraction] = [digits.slice(0, at), digits.slice(at + 1)]
  const grouped =
    digits.split(sign).length > 2 ||
    (fraction.length === 3 && decimals !== 3 && !/[.,]/.test(whole) && whole.length <= 3 && !/^0*$/.test(whole))
  if (grouped) return isGrouped(digits, sign) ? digits.replaceAll(sign, '') : null
  const other = sign === ',' ? '.' : ','
  if (whole.includes(other) && !isGrouped(whole, other)) return null
  return `${whole.replaceAll(other, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`
}

function isGrouped(digits: string, sign: string): boolean {
  const [first = '', ...rest] = digits.split(sign)
  return /^\d{1,3}$/.test(first) && rest.every(group => /^\d{3}$/.test(group))
}

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
] as const
export type ImportField = (typeof importFields)[number]

/** Column index, from 0. */
export type ColumnMapping = { readonly [field in ImportField]?: number }
