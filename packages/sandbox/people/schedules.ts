import type { Chance } from './chance.ts'
import { calendarOf, type Day, dayAt, isoOf, lastBankDayOfMonth, lastDayOfMonth, weekdayOf } from './days.ts'
import type { EntryPlan, Schedule } from './entry-plan.ts'
import { type IssuedTransfer, type OperationName, operations } from './operations.ts'

/** What a schedule makes on its day. */
export type Act = (chance: Chance, day: Day) => EntryPlan

/** A fixed amount in cents, or a random one. */
export type Cents = number | ((chance: Chance, day: Day) => bigint)

// ——— when ———

/** Every month on that date; in a shorter month, on its last day. */
export function monthly(date: number, act: Act): Schedule {
  return (day, chance) => (isDateOfMonth(day, date) ? [act(chance, day)] : [])
}

/** In some months of the year (1 to 12), on that date. */
export function inMonths(months: readonly number[], date: number, act: Act): Schedule {
  return (day, chance) => (isDateOfMonth(day, date) && months.includes(calendarOf(day).month) ? [act(chance, day)] : [])
}

export const quarterly = (date: number, act: Act): Schedule => inMonths([1, 4, 7, 10], date, act)

/** On the last bank day of the month. */
export function atMonthEnd(act: Act): Schedule {
  return (day, chance) => (day === lastBankDayOfMonth(day) ? [act(chance, day)] : [])
}

/** Every week on these days, 0 Sunday to 6 Saturday. */
export function weekly(weekdays: readonly number[], act: Act): Schedule {
  return (day, chance) => (weekdays.includes(weekdayOf(day)) ? [act(chance, day)] : [])
}

/** On any day, with a probability that may depend on the day. */
export function sometimes(probability: number | ((day: Day) => number), act: Act): Schedule {
  return (day, chance) => {
    const odds = typeof probability === 'number' ? probability : probability(day)
    return chance.happens(odds) ? [act(chance, day)] : []
  }
}

/** Restricts a schedule to the time between two dates of the year, both included (`MMDD`); the time may cross the new year. */
export function between(from: number, to: number, schedule: Schedule): Schedule {
  return (day, chance, seed) => {
    const { month, date } = calendarOf(day)
    const at = month * 100 + date
    const inside = from <= to ? at >= from && at <= to : at >= from || at <= to
    return inside ? schedule(day, chance, seed) : []
  }
}

function isDateOfMonth(day: Day, date: number): boolean {
  const today = calendarOf(day).date
  return today === date || (today < date && day === lastDayOfMonth(day))
}

// ——— what, as a bank prints it ———

const amountOf = (cents: Cents, chance: Chance, day: Day): bigint =>
  typeof cents === 'number' ? BigInt(cents) : cents(chance, day)

const shortDate = (day: Day): string => isoOf(day).slice(8, 10).concat('/', isoOf(day).slice(5, 7))

/** Incoming money, with its lines of text. */
export const credit =
  (operation: OperationName, cents: Cents, ...lines: readonly string[]): Act =>
  (chance, day) => ({ operation, amountMinor: amountOf(cents, chance, day), lines: lines.map(fill(chance, day)) })

/** Outgoing money, with its lines of text. For a transfer issued by the holder use `transferTo`, which has an end-to-end id. */
export const debit =
  (operation: Exclude<OperationName, IssuedTransfer>, cents: Cents, ...lines: readonly string[]): Act =>
  (chance, day) => ({ operation, amountMinor: -amountOf(cents, chance, day), lines: lines.map(fill(chance, day)) })

/** A direct debit; announced as FUTR within 15 days before it is due (§ AIS behaviour rule 9). */
export const levy = (creditor: string, cents: Cents, reference = 'REF {ref}'): Act =>
  debit('levy', cents, `PRLV SEPA ${creditor}`, reference)

const issuedAs: Readonly<Record<IssuedTransfer, string>> = {
  transferOut: 'VIR SEPA EMIS',
  standingOrderOut: 'VIR SEPA EMIS',
  instantOut: 'VIR INST EMIS',
  internationalOut: 'VIR INTL EMIS',
}

/** A transfer issued by the holder, with its own end-to-end id (document 1, Transaction). */
export const transferTo =
  (payee: string, cents: Cents, motive: string, operation: IssuedTransfer = 'transferOut'): Act =>
  (chance, day) => ({
    operation,
    amountMinor: -amountOf(cents, chance, day),
    lines: [`${issuedAs[operation]} ${payee}`, motive].map(fill(chance, day)),
    endToEndId: `VIR${isoOf(day).replaceAll('-', '')}${String(chance.whole(0, 999_999)).padStart(6, '0')}`,
  })

export const transferFrom = (payer: string, cents: Cents, motive: string): Act =>
  credit('transferIn', cents, `VIR SEPA RECU ${payer}`, motive)

export type Shop = readonly [name: string, minCents: number, maxCents: number]

/** A card payment in one of these shops: `CARTE 12/11 CARREFOUR MARKET LYON`. */
export const cardAt =
  (shops: readonly [Shop, ...Shop[]], season: (day: Day) => number = () => 1): Act =>
  (chance, day) => {
    const [name, min, max] = chance.pick(shops)
    const factor = season(day)
    const amountMinor = -chance.price(Math.round(min * factor), Math.round(max * factor))
    return { operation: 'cardPayment', amountMinor, lines: [`CARTE ${shortDate(day)} ${name}`] }
  }

/** Cash from a machine, in multiples of ten. */
export const withdraw =
  (town: string, minTens: number, maxTens: number): Act =>
  (chance, day) => ({
    operation: 'cashMachine',
    amountMinor: -chance.cents(minTens, maxTens) * 1000n,
    lines: [`RETRAIT DAB ${shortDate(day)} ${town}`],
  })

/** A cheque the holder wrote. */
export const cheque = (cents: Cents): Act => debit('chequePaid', cents, 'CHEQUE {cheque}')

/** The same operation, refused by the bank: INFO, never booked. */
export const refused =
  (act: Act, because: string): Act =>
  (chance, day) => {
    const plan = act(chance, day)
    return { ...plan, lines: [...plan.lines, because], discarded: true }
  }

/** A random amount between two, in cents. */
export const around =
  (min: number, max: number): Cents =>
  chance =>
    chance.cents(min, max)

const monthNames = ['JANVIER', 'FEVRIER', 'MARS', 'AVRIL', 'MAI', 'JUIN', 'JUILLET', 'AOUT'].concat([
  'SEPTEMBRE',
  'OCTOBRE',
  'NOVEMBRE',
  'DECEMBRE',
])

/** Replaces `{day}`, `{month}`, `{year}`, `{ref}`, `{cheque}` in a line. */
const fill =
  (chance: Chance, day: Day) =>
  (line: string): string =>
    line.includes('{')
      ? line.replace(/\{(day|month|year|ref|cheque)\}/g, (_, name) => placeholder(name, chance, day))
      : line

function placeholder(name: string, chance: Chance, day: Day): string {
  const { year, month } = calendarOf(day)
  if (name === 'day') return shortDate(day)
  if (name === 'month') return monthNames[month - 1] ?? ''
  if (name === 'year') return String(year)
  if (name === 'ref') return String(chance.whole(10_000_000, 99_999_999))
  // Cheques are numbered in order: about one a week since some day in the past.
  return String(Math.floor((day - dayAt(2015, 1, 1)) / 7) + 12_000).padStart(7, '0')
}

/** Whether an operation is a direct debit, which is announced before it is due. */
export const isLevy = (operation: OperationName): boolean => operations[operation].category === 'levy received'
