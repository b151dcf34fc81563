import { addDays, addMonths, type IsoDate } from '@guichet/values/calendar/day.ts'

/** What came in and went out per day, from the orders of an organisation and the credits on its account. */

/**
 * `executed`: payments that payers' banks executed. `received`: credits that reconciliation matched with them. `short`: what is still
 * missing of orders that were received in part. `unknown`: credits that no order explains. `refunded`: refunds that the
 * organisation's bank executed.
 */
export const settlementKinds = ['executed', 'received', 'short', 'unknown', 'refunded'] as const
export type SettlementKind = (typeof settlementKinds)[number]

/** A sum of one kind on one day, in cents, never negative. */
export type SettlementSum = {
  readonly day: IsoDate
  readonly currency: string
  readonly kind: SettlementKind
  readonly amountMinor: bigint
}

export type SettlementDay = Readonly<Record<SettlementKind, bigint>> & {
  readonly day: IsoDate
  readonly currency: string
  /** What was executed less what was refunded. */
  readonly net: bigint
}

/** One row per day and currency on which anything happened, newest first. */
export function settleDays(sums: readonly SettlementSum[]): SettlementDay[] {
  const groups = Map.groupBy(sums, ({ day, currency }) => `${day} ${currency}`)
  return [...groups.entries()]
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .map(([key, group]) => {
      const [day = '', currency = ''] = key.split(' ')
      return { day, currency, ...addUp(group) }
    })
}

/** The same over all days, one row per currency. */
export function settleTotals(sums: readonly SettlementSum[]): Omit<SettlementDay, 'day'>[] {
  const groups = Map.groupBy(sums, ({ currency }) => currency)
  return [...groups.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, group]) => ({ currency, ...addUp(group) }))
}

function addUp(sums: readonly SettlementSum[]): Readonly<Record<SettlementKind | 'net', bigint>> {
  const of = (kind: SettlementKind) =>
    sums.filter(sum => sum.kind === kind).reduce((total, { amountMinor }) => total + amountMinor, 0n)
  const [executed, refunded] = [of('executed'), of('refunded')]
  return {
    executed,
    received: of('received'),
    short: of('short'),
    unknown: of('unknown'),
    refunded,
    net: executed - refunded,
  }
}

/** A calendar month. */
export type Month = { readonly first: IsoDate; readonly last: IsoDate }

/** `YYYY-MM` from 2000 to the month of `today`; any other text is the month of `today`. */
export function readMonth(typed: string, today: IsoDate): Month {
  const isMonth = /^20\d\d-(0[1-9]|1[0-2])$/.test(typed) && typed <= today.slice(0, 7)
  const first = `${isMonth ? typed : today.slice(0, 7)}-01`
  return { first, last: addDays(addMonths(first, 1), -1) }
}
