import { addDays, addMonths, type IsoDate } from '@guichet/values/calendar/day.ts'

/** `transferred`: arrived beside what a bank executed for us. `received`: all matched credits. `short`: missing of partly received orders. `unknown`: credits without an order. */
export const settlementKinds = ['executed', 'transferred', 'received', 'short', 'unknown', 'refunded'] as const
export type SettlementKind = (typeof settlementKinds)[number]

/** Cents, never negative. */
export type SettlementSum = {
  readonly day: IsoDate
  readonly currency: string
  readonly kind: SettlementKind
  readonly amountMinor: bigint
}

export type SettlementDay = Readonly<Record<SettlementKind, bigint>> & {
  readonly day: IsoDate
  readonly currency: string
  /** Executed and transferred less refunded. */
  readonly net: bigint
}

/** Newest first. */
export function settleDays(sums: readonly SettlementSum[]): SettlementDay[] {
  const groups = Map.groupBy(sums, ({ day, currency }) => `${day} ${currency}`)
  return [...groups.entries()]
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .map(([key, group]) => {
      const [day = '', currency = ''] = key.split(' ')
      return { day, currency, ...addUp(group) }
    })
}

/** One row per currency. */
export function settleTotals(sums: readonly SettlementSum[]): Omit<SettlementDay, 'day'>[] {
  const groups = Map.groupBy(sums, ({ currency }) => currency)
  return [...groups.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, group]) => ({ currency, ...addUp(group) }))
}

function addUp(sums: readonly SettlementSum[]): Readonly<Record<SettlementKind | 'net', bigint>> {
  const of = (kind: SettlementKind) =>
    sums.filter(sum => sum.kind === kind).reduce((total, { amountMinor }) => total + amountMinor, 0n)
  const [executed, transferred, refunded] = [of('executed'), of('transferred'), of('refunded')]
  return {
    executed,
    transferred,
    received: of('received'),
    short: of('short'),
    unknown: of('unknown'),
    refunded,
    net: executed + transferred - refunded,
  }
}

export type Month = { readonly first: IsoDate; readonly last: IsoDate }

/** `YYYY-MM` from 2000, not to come; nothing is today's. Null: none. */
export function readMonth(typed: string, today: IsoDate): Month | null {
  const month = typed || today.slice(0, 7)
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(month) || month > today.slice(0, 7)) return null
  const first = `${month}-01`
  return { first, last: addDays(addMonths(first, 1), -1) }
}
