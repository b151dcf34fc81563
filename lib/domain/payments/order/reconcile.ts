import { addBankDays } from '@guichet/values/calendar/bank-day.ts'
import { addDays, type IsoDate } from '@guichet/values/calendar/day.ts'
import { isStructuredReference } from '@guichet/values/money/structured-reference.ts'
import { foldText } from '@guichet/values/text/clean.ts'
import { compare } from '@guichet/values/text/compare.ts'
import type { OrderStatus } from './status.ts'

/**
 * Which booked credit pays which order. Automatic by end-to-end id, structured reference (ISO 11649), or the order's
 * reference with the exact amount; a person decides the rest.
 */

export const matchWays = ['end_to_end', 'structured_reference', 'reference', 'person'] as const
export type MatchWay = (typeof matchWays)[number]

export type CreditLine = {
  readonly id: string
  readonly day: IsoDate
  readonly amountMinor: bigint
  readonly currency: string
  readonly endToEndId: string | null
  readonly remittance: readonly string[]
}

export type ExpectedOrder = {
  readonly id: string
  /** An invoice's number is older than the order. */
  readonly namedOn: IsoDate
  readonly createdOn: IsoDate
  readonly amountMinor: bigint
  readonly receivedMinor: bigint
  readonly currency: string
  readonly reference: string
  readonly structuredReference: string
  /** Of all attempts. */
  readonly endToEndIds: readonly string[]
  /** A bank executed it, so that its money is expected. */
  readonly isExecuted: boolean
  /** Withdrawn or expired: matched by ids only. */
  readonly isOver: boolean
}

export type Match = {
  readonly creditId: string
  readonly orderId: string
  readonly amountMinor: bigint
  readonly by: Exclude<MatchWay, 'person'>
}

/** Banks book back to before a weekend. */
const earlyDays = 3
/** A plain reference found later is likely last year's. */
const referenceDays = 60
const structuredDays = 400
/** Shorter ones match by chance. */
const shortestReference = 3

/** One order at most, as a whole; pairs in `refused` are skipped. Independent of the input order. */
export function matchCredits(
  credits: readonly CreditLine[],
  orders: readonly ExpectedOrder[],
  refused: ReadonlySet<string> = new Set(),
): Match[] {
  const sorted = credits.toSorted((one, other) => compare(one.day, other.day) || compare(one.id, other.id))
  const received = new Map(orders.map(order => [order.id, order.receivedMinor]))
  const found = new Map<string, Match>()
  const ways = [
    ['end_to_end', byEndToEndId(orders)],
    ['structured_reference', byStructuredReference(orders)],
    ['reference', byReference(orders, received)],
  ] as const
  for (const [by, find] of ways) {
    for (const credit of sorted) {
      if (found.has(credit.id) || credit.amountMinor <= 0n) continue
      const candidates = find(credit).filter(
        order => order.currency === credit.currency && !refused.has(pairKey(credit.id, order.id)),
      )
      const [order] = candidates
      if (order === undefined || candidates.length > 1) continue
      found.set(credit.id, { creditId: credit.id, orderId: order.id, amountMinor: credit.amountMinor, by })
      received.set(order.id, (received.get(order.id) ?? 0n) + credit.amountMinor)
    }
  }
  return sorted.flatMap(({ id }) => found.get(id) ?? [])
}

export function pairKey(creditId: string, orderId: string): string {
  return `${creditId} ${orderId}`
}

type Find = (credit: CreditLine) => readonly ExpectedOrder[]

function byEndToEndId(orders: readonly ExpectedOrder[]): Find {
  const index = new Map(orders.flatMap(order => order.endToEndIds.map(id => [id, order] as const)))
  return ({ endToEndId }) => {
    const order = endToEndId === null ? undefined : index.get(endToEndId.trim())
    return order === undefined ? [] : [order]
  }
}

function byStructuredReference(orders: readonly ExpectedOrder[]): Find {
  const index = new Map(orders.map(order => [order.structuredReference, order]))
  return credit => {
    const named = findStructuredReferences(credit.remittance).flatMap(reference => index.get(reference) ?? [])
    return unique(named).filter(order => {
      const { from, to } = spanOf(order, structuredDays)
      return from <= credit.day && credit.day <= to
    })
  }
}

function byReference(orders: readonly ExpectedOrder[], received: ReadonlyMap<string, bigint>): Find {
  const waiting = orders
    .filter(({ isOver }) => !isOver)
    .map(order => ({ order, name: words(order.reference), within: spanOf(order, referenceDays) }))
  const byName = Map.groupBy(
    waiting.filter(({ name }) => name !== ''),
    ({ name }) => name,
  )
  const lengths = unique([...byName.keys()].map(name => name.split(' ').length))
  return ({ remittance, day, amountMinor }) => {
    const lines = new Set(remittance.map(words))
    const due = phrases(words(remittance.join(' ')), lengths)
      .flatMap(name => byName.get(name) ?? [])
      .filter(
        ({ order, within }) =>
          order.amountMinor - (received.get(order.id) ?? 0n) === amountMinor && within.from <= day && day <= within.to,
      )
    // A reference that is a whole line outweighs one that is part of it; a short one counts where money is expected.
    const isLong = ({ name }: { readonly name: string }) => name.length >= shortestReference
    const whole = due.filter(one => lines.has(one.name) && (one.order.isExecuted || isLong(one)))
    return (whole.length > 0 ? whole : due.filter(isLong)).map(({ order }) => order)
  }
}

/** Each run of as many words, once. */
function phrases(text: string, lengths: readonly number[]): string[] {
  const all = text.split(' ')
  return unique(all.flatMap((_, at) => lengths.map(length => all.slice(at, at + length).join(' '))))
}

/** ISO 11649, however spaced; of several at one position all, longest first: what follows may look like part of it. */
export function findStructuredReferences(remittance: readonly string[]): string[] {
  return unique(
    remittance.flatMap(line => {
      const bare = line.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
      const starts = [...bare.matchAll(/(?=RF[0-9]{2}[0-9A-Z])/g)].map(({ index }) => index)
      return starts.flatMap(start => {
        const lengths = Array.from({ length: 21 }, (_, at) => 25 - at)
        return lengths.map(length => bare.slice(start, start + length)).filter(isStructuredReference)
      })
    }),
  )
}

/** Whether a remittance text has this reference in it. */
export function namesReference(remittance: readonly string[], reference: string): boolean {
  return words(reference) !== '' && wholeWords(remittance.join(' ')).includes(wholeWords(reference))
}

/** Framed by spaces, so that only whole words are found in it. */
export function wholeWords(text: string): string {
  return ` ${words(text)} `
}

function words(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function spanOf({ namedOn, createdOn }: ExpectedOrder, days: number): { readonly from: IsoDate; readonly to: IsoDate } {
  return { from: addDays(namedOn, -earlyDays), to: addDays(createdOn, days) }
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

export const receipts = ['none', 'received', 'short', 'over'] as const
export type Receipt = (typeof receipts)[number]

export function receiptOf(order: { readonly amountMinor: bigint; readonly receivedMinor: bigint }): Receipt {
  if (order.receivedMinor <= 0n) return 'none'
  if (order.receivedMinor === order.amountMinor) return 'received'
  return order.receivedMinor < order.amountMinor ? 'short' : 'over'
}

/** Of one of an order's matches, in their order: what is more than the order still asked for. */
export function excessOf(
  order: { readonly amountMinor: bigint },
  matches: readonly { readonly id: string; readonly amountMinor: bigint }[],
  id: string,
): bigint {
  const at = matches.findIndex(match => match.id === id)
  const before = matches.slice(0, at).reduce((sum, match) => sum + match.amountMinor, 0n)
  const over = (cameMinor: bigint) => (cameMinor > order.amountMinor ? cameMinor - order.amountMinor : 0n)
  return over(before + (matches[at]?.amountMinor ?? 0n)) - over(before)
}

/** PSD2 art. 83. */
export const arrivalBankDays = 2

/** Requires a read after that day; `readOn` is the Paris day, null: never. */
export function isMissing(
  order: { readonly status: OrderStatus; readonly receivedMinor: bigint; readonly executionDay: IsoDate | null },
  readOn: IsoDate | null,
): boolean {
  const isPaid = order.status === 'confirmed' || order.status === 'executed' || order.status === 'partly_executed'
  if (!isPaid || order.receivedMinor > 0n || order.executionDay === null || readOn === null) return false
  return readOn > addBankDays(order.executionDay, arrivalBankDays)
}

export const creditStates = ['matched', 'partly', 'unknown'] as const
export type CreditState = (typeof creditStates)[number]

export function creditStateOf(amountMinor: bigint, matchedMinor: bigint): CreditState {
  if (matchedMinor <= 0n) return 'unknown'
  return matchedMinor < amountMinor ? 'partly' : 'matched'
}

export type Share = 'ok' | 'not_positive' | 'more_than_credit' | 'other_currency'

/** The parts never exceed the credit. */
export function checkShare(
  credit: { readonly amountMinor: bigint; readonly currency: string },
  matchedMinor: bigint,
  share: { readonly amountMinor: bigint; readonly currency: string },
): Share {
  if (share.currency !== credit.currency) return 'other_currency'
  if (share.amountMinor <= 0n) return 'not_positive'
  return matchedMinor + share.amountMinor > credit.amountMinor ? 'more_than_credit' : 'ok'
}

/**
 * Most likely first: named reference, equal amount, not paid, not over, nearest day. Paid ones only if named or
 * searched for (`withPaid`).
 */
export function suggestOrders(
  credit: CreditLine,
  restMinor: bigint,
  orders: readonly ExpectedOrder[],
  { count = 5, withPaid = false }: { readonly count?: number; readonly withPaid?: boolean } = {},
): ExpectedOrder[] {
  const placed = orders
    .filter(({ currency }) => currency === credit.currency)
    .map(order => {
      const due = order.amountMinor - order.receivedMinor
      return {
        order,
        isNamed: namesReference(credit.remittance, order.reference),
        isExact: due === restMinor,
        isPaid: due <= 0n,
        apart: Math.abs(Date.parse(credit.day) - Date.parse(order.createdOn)),
      }
    })
    .filter(({ isPaid, isNamed }) => withPaid || isNamed || !isPaid)
  placed.sort(
    (one, other) =>
      Number(other.isNamed) - Number(one.isNamed) ||
      Number(other.isExact) - Number(one.isExact) ||
      Number(one.isPaid) - Number(other.isPaid) ||
      Number(one.order.isOver) - Number(other.order.isOver) ||
      one.apart - other.apart ||
      compare(one.order.id, other.order.id),
  )
  return placed.slice(0, count).map(({ order }) => order)
}
