import { z } from 'zod'
import type { Chance } from './chance.ts'
import { calendarOf, type Day, dayAt, isoOf, lastBankDayOfMonth, lastDayOfMonth, weekdayOf } from './days.ts'
import { type IssuedTransfer, issuedTransfers, type OperationName, operationNames, operations } from './operations.ts'

/** An operation on a day of a life. `live.ts` decides when the bank books it. */
export type EntryPlan = {
  readonly operation: OperationName
  /** Signed, in minor units: negative leaves the account. */
  readonly amountMinor: bigint
  /** The bank's text, one line each, at most 140 characters (bank:D46). */
  readonly lines: readonly string[]
  /** Only for issued transfers. */
  readonly endToEndId?: string
  /** Refused by the bank: shown as INFO for a while, never booked. */
  readonly discarded?: boolean
  /** From this day on it is announced as FUTR. */
  readonly announcedFrom?: Day
  /** For a card slip: the day of its debit from the backing account. */
  readonly drawnOn?: Day
}

/** Returns a day's operations; determined only by the day, its own random numbers and the seed. */
export type Schedule = (day: Day, chance: Chance, seed: string) => readonly EntryPlan[]

/** What a schedule makes on its day. */
type Act = (chance: Chance, day: Day) => EntryPlan

// ——— when ———

const whens: Readonly<
  Record<string, (numbers: readonly number[], date: number) => (day: Day, chance: Chance) => boolean>
> = {
  monthly:
    ([date = 1]) =>
    day =>
      isDateOfMonth(day, date),
  months: (months, date) => day => isDateOfMonth(day, date) && months.includes(calendarOf(day).month),
  quarterly:
    ([date = 1]) =>
    day =>
      isDateOfMonth(day, date) && [1, 4, 7, 10].includes(calendarOf(day).month),
  monthEnd: () => day => day === lastBankDayOfMonth(day),
  weekly: weekdays => day => weekdays.includes(weekdayOf(day)),
  sometimes:
    ([odds = 0]) =>
    (_, chance) =>
      chance.happens(odds),
}

// In a shorter month, on its last day.
function isDateOfMonth(day: Day, date: number): boolean {
  const today = calendarOf(day).date
  return today === date || (today < date && day === lastDayOfMonth(day))
}

/** Whether a day is between two dates of the year, both included (`MMDD`); the time may cross the new year. */
function isBetween(day: Day, from: number, to: number): boolean {
  const { month, date } = calendarOf(day)
  const at = month * 100 + date
  return from <= to ? at >= from && at <= to : at >= from || at <= to
}

/**
 * `monthly 28`, `months 6,11 28`, `quarterly 5`, `monthEnd` (its last bank day), `weekly 1,4` (0 is Sunday) or `sometimes 0.2` (the odds of
 * a day); after `801-822`, only between these dates of the year. Throws for anything else.
 */
export function readWhen(text: string): (day: Day, chance: Chance) => boolean {
  const [, from, to, how = '', list = '', date] = /^(?:(\d+)-(\d+) )?(\w+)(?: ([\d.,]+))?(?: (\d+))?$/.exec(text) ?? []
  const when = whens[how]?.(list.split(',').map(Number), Number(date))
  if (!when) throw new Error(`a life has no days "${text}"`)
  return from === undefined ? when : (day, chance) => isBetween(day, Number(from), Number(to)) && when(day, chance)
}

// ——— what, as a bank prints it ———

const text = z.string()
const Operation = z.enum(operationNames)
/** A fixed amount in cents, or a random one between two. */
const Cents = z.union([z.int(), z.tuple([z.int(), z.int()])])
type Cents = z.output<typeof Cents>
const Shops = z.array(z.tuple([text, z.int(), z.int()])).min(1)
export type Shops = z.output<typeof Shops>

const amountOf = (cents: Cents, chance: Chance): bigint =>
  typeof cents === 'number' ? BigInt(cents) : chance.cents(...cents)

const shortDate = (day: Day): string => isoOf(day).slice(8, 10).concat('/', isoOf(day).slice(5, 7))

const credit =
  (operation: OperationName, cents: Cents, lines: readonly string[]): Act =>
  (chance, day) => ({ operation, amountMinor: amountOf(cents, chance), lines: lines.map(fill(chance, day)) })

const debit =
  (operation: OperationName, cents: Cents, lines: readonly string[]): Act =>
  (chance, day) => ({ operation, amountMinor: -amountOf(cents, chance), lines: lines.map(fill(chance, day)) })

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
    amountMinor: -amountOf(cents, chance),
    lines: [`${issuedAs[operation]} ${payee}`, motive].map(fill(chance, day)),
    endToEndId: `VIR${isoOf(day).replaceAll('-', '')}${String(chance.whole(0, 999_999)).padStart(6, '0')}`,
  })

export const transferFrom = (payer: string, cents: Cents, motive: string): Act =>
  credit('transferIn', cents, [`VIR SEPA RECU ${payer}`, motive])

/** A card payment in one of these shops: `CARTE 12/11 CARREFOUR MARKET LYON`. */
const cardAt =
  ([first, ...others]: Shops, isSeasonal: boolean): Act =>
  (chance, day) => {
    const [name, min, max] = chance.pick([first ?? ['', 0, 0], ...others])
    const factor = isSeasonal ? seasonOf(day) : 1
    const amountMinor = -chance.price(Math.round(min * factor), Math.round(max * factor))
    return { operation: 'cardPayment', amountMinor, lines: [`CARTE ${shortDate(day)} ${name}`] }
  }

/** People spend more in December, and are away in August. */
function seasonOf(day: Day): number {
  const { month, date } = calendarOf(day)
  if (month === 12) return date > 15 ? 1.5 : 1.2
  return month === 8 ? 0.7 : 1
}

const made = <S extends z.ZodType>(
  schema: S,
  make: (words: z.output<S>, shops: Readonly<Record<string, Shops>>) => Act,
) => {
  return (words: unknown, shops: Readonly<Record<string, Shops>>): Act => make(schema.parse(words), shops)
}

/** By the name of an act: what its words are, and what it makes of them. */
const acts: Readonly<Record<string, (words: unknown, shops: Readonly<Record<string, Shops>>) => Act>> = {
  credit: made(z.tuple([Operation, Cents], text), ([operation, cents, ...lines]) => credit(operation, cents, lines)),
  debit: made(z.tuple([Operation.exclude(issuedTransfers), Cents], text), ([operation, cents, ...lines]) =>
    debit(operation, cents, lines),
  ),
  // A direct debit, announced as FUTR within 15 days before it is due (§ AIS behaviour rule 9).
  levy: made(z.tuple([text, Cents], text), ([creditor, cents, reference = 'REF {ref}']) =>
    debit('levy', cents, [`PRLV SEPA ${creditor}`, reference]),
  ),
  transferTo: made(z.tuple([text, Cents, text], z.enum(issuedTransfers)), ([payee, cents, motive, operation]) =>
    transferTo(payee, cents, motive, operation),
  ),
  transferFrom: made(z.tuple([text, Cents, text]), words => transferFrom(...words)),
  cardAt: made(z.tuple([z.union([text, Shops])], z.literal('season')), ([where, season], shops) =>
    cardAt(typeof where === 'string' ? (shops[where] ?? []) : where, season !== undefined),
  ),
  // Cash from a machine, in multiples of ten.
  withdraw: made(z.tuple([text, z.int(), z.int()]), ([town, min, max]) => (chance, day) => ({
    operation: 'cashMachine',
    amountMinor: -chance.cents(min, max) * 1000n,
    lines: [`RETRAIT DAB ${shortDate(day)} ${town}`],
  })),
  cheque: made(z.tuple([Cents]), ([cents]) => debit('chequePaid', cents, ['CHEQUE {cheque}'])),
  // The same operation, refused by the bank: INFO, never booked.
  refused: made(z.tuple([text, text], z.unknown()), ([because, name, ...words], shops) => {
    const act = readAct(name, words, shops)
    return (chance, day) => {
      const plan = act(chance, day)
      return { ...plan, lines: [...plan.lines, because], discarded: true }
    }
  }),
}

/** An act of a life by its name and words; `shops` are those that it may name. Throws for words that it can't have. */
export function readAct(name: string, words: unknown, shops: Readonly<Record<string, Shops>>): Act {
  const read = acts[name]
  if (!read) throw new Error(`a life has no act "${name}"`)
  return read(words, shops)
}

const monthNames = 'JANVIER FEVRIER MARS AVRIL MAI JUIN JUILLET AOUT SEPTEMBRE OCTOBRE NOVEMBRE DECEMBRE'.split(' ')

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

// ——— a life ———

/** Balances a month: moves the rest of the previous month to savings, or what it lacked from there. */
export type Balancing = {
  readonly dateOfMonth: number
  /** Amounts are multiples of this, in minor units. */
  readonly stepMinor: bigint
  readonly put: (amountMinor: bigint, day: Day, chance: Chance) => EntryPlan
  readonly take: (amountMinor: bigint, day: Day, chance: Chance) => EntryPlan
}

/** The content of an account: schedules by name (the name is part of their random key), and how its months are balanced. */
export type Life = {
  readonly schedules: Readonly<Record<string, Schedule>>
  readonly balancing?: Balancing
}
