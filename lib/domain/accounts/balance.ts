import type { BalanceReading } from '@guichet/stet/terms/account-data.ts'
import { parisMinute } from '@guichet/values/calendar/paris.ts'
import { addMoney, type Currency } from '@guichet/values/money/minor.ts'

/**
 * The main balance (behaviour rule 6): OTHR, which the bank's own app shows, else VALU, CLBD, or the first sent. A
 * card's is the sum of its ITAV, still to be drawn (rule 7).
 */

const accountOrder = ['OTHR', 'VALU', 'CLBD']

type Kind = 'account' | 'card'

/** For a card a sum of type ITAV; null if none. */
export function mainBalance(readings: readonly BalanceReading[], kind: Kind): BalanceReading | null {
  if (kind === 'card') return sumOutstanding(readings)
  const ranked = accountOrder.map(type => readings.find(reading => reading.type === type))
  return ranked.find(reading => reading !== undefined) ?? readings[0] ?? null
}

function sumOutstanding(readings: readonly BalanceReading[]): BalanceReading | null {
  const [first, ...others] = readings.filter(reading => reading.type === 'ITAV')
  if (!first) return null
  const same = others.filter(({ amount }) => amount.currency === first.amount.currency)
  return {
    type: 'ITAV',
    name: first.name,
    amount: same.reduce((sum, { amount }) => addMoney(sum, amount), first.amount),
    // The next draw.
    referenceDate: [first, ...same].map(reading => reading.referenceDate).reduce(earliest),
  }
}

function earliest(left: string | null, right: string | null): string | null {
  if (left === null || right === null) return left ?? right
  return left < right ? left : right
}

export function isMainBalance(reading: BalanceReading, readings: readonly BalanceReading[], kind: Kind): boolean {
  if (kind === 'card') return reading.type === 'ITAV'
  return mainBalance(readings, kind) === reading
}

/** Behaviour rule 6: the accounting batch leaves `VALU` out. */
const closingBatch = { fromMinute: 21 * 60, toMinute: 21 * 60 + 50 }

/** First and last minute included. */
export function inClosingBatch(at: Date): boolean {
  const minute = parisMinute(at)
  return minute >= closingBatch.fromMinute && minute <= closingBatch.toMinute
}

export type MissingBalance = {
  readonly type: string
  readonly why: 'closing_batch' | 'new_account' | 'not_allowed' | 'not_read'
}

export type BalanceSituation = {
  readonly kind: Kind
  readonly currency: Currency
  readonly allowed: boolean
  /** Null: never. */
  readonly readAt: Date | null
  readonly types: readonly string[]
}

/** Expected balances that are missing, and why. A card that was read has none (rule 4). */
export function missingBalances({ kind, currency, allowed, readAt, types }: BalanceSituation): MissingBalance[] {
  return expectedTypes(kind, currency)
    .filter(type => !types.includes(type))
    .filter(() => !(kind === 'card' && allowed && readAt !== null))
    .map(type => ({ type, why: whyMissing(type, allowed, readAt) }))
}

function expectedTypes(kind: Kind, currency: Currency): readonly string[] {
  if (kind === 'card') return ['ITAV']
  return currency === 'EUR' ? accountOrder : ['OTHR']
}

function whyMissing(type: string, allowed: boolean, readAt: Date | null): MissingBalance['why'] {
  if (!allowed) return 'not_allowed'
  if (readAt === null) return 'not_read'
  if (type === 'VALU' && inClosingBatch(readAt)) return 'closing_batch'
  return type === 'CLBD' ? 'new_account' : 'not_read'
}
