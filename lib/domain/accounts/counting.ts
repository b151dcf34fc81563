import type { IsoDate } from '@guichet/values/calendar/day.ts'
import { compare } from '@guichet/values/text/compare.ts'

/** Which accounts count, once each: two logins may give one, and a bank may list one again under another id. */

export type AccountIdentity = {
  readonly id: string
  readonly kind: string
  readonly iban: string | null
  readonly cardId: string | null
  readonly currency: string
  readonly connectionId: string
  readonly resourceId: string
  /** Of a card: the account that it is debited from. */
  readonly linkedResourceId: string | null
  readonly createdAt: Date
  /** No longer listed by the bank. */
  readonly gone: boolean
  readonly goneAt: Date | null
}

export type CountableAccount = AccountIdentity & {
  /** Milliseconds. */
  readonly readAt: number
  /** Of its booked transactions from the bank. */
  readonly firstDay: IsoDate | null
}

export type Counted = {
  readonly id: string
  /** Null: all its transactions; else those before this day, for another row has those since. */
  readonly before: IsoDate | null
  /** Other rows, whose imported transactions since then don't count where these do. */
  readonly standsFor: { readonly ids: readonly string[]; readonly since: IsoDate } | null
}

/**
 * IBAN and currency; a card by its number, and by its account where `rows` have that number on several. Rows with one
 * key are one account, but those that one login lists at once.
 */
export function accountKeys(rows: readonly AccountIdentity[]): (row: AccountIdentity) => string {
  const keyOf = sharedKeys(rows)
  const alike = Map.groupBy(rows, row => `${row.connectionId} ${keyOf(row)}`)
  const ordinals = new Map([...alike.values()].flatMap(ordinalsOf))
  return row => [keyOf(row), ordinals.get(row.id) || []].flat().join(' ')
}

function ordinalsOf(alike: readonly AccountIdentity[]): [string, number][] {
  const freeFrom: number[] = []
  const inOrder = alike.toSorted(
    (left, right) => left.createdAt.getTime() - right.createdAt.getTime() || compare(left.resourceId, right.resourceId),
  )
  return inOrder.map(({ id, createdAt, gone, goneAt }) => {
    const free = freeFrom.findIndex(from => from <= createdAt.getTime())
    const ordinal = free < 0 ? freeFrom.length : free
    freeFrom[ordinal] = gone ? (goneAt ?? createdAt).getTime() : Number.POSITIVE_INFINITY
    return [id, ordinal]
  })
}

function sharedKeys(rows: readonly AccountIdentity[]): (row: AccountIdentity) => string {
  const ibans = new Map(rows.map(one => [`${one.connectionId} ${one.resourceId}`, one.iban]))
  const linkedOf = (one: AccountIdentity) => ibans.get(`${one.connectionId} ${one.linkedResourceId}`) ?? ''
  const numberOf = ({ id, cardId, currency }: AccountIdentity) => `card ${cardId ?? id} ${currency}`
  const cards = Map.groupBy(
    rows.filter(({ kind }) => kind === 'card'),
    numberOf,
  )
  return one => {
    if (one.kind !== 'card') return `${one.iban ?? one.id} ${one.currency}`
    const accounts = new Set(
      cards
        .get(numberOf(one))
        ?.map(linkedOf)
        .filter(iban => iban !== ''),
    )
    return accounts.size > 1 ? `${numberOf(one)} ${linkedOf(one)}` : numberOf(one)
  }
}

/** The rows of each account. */
export function byAccount<Row extends AccountIdentity>(rows: readonly Row[]): Row[][] {
  return [...Map.groupBy(rows, accountKeys(rows)).values()]
}

/** The account's rows, of all its logins, among those of one person. */
export function idsOfAccount(rows: readonly AccountIdentity[], id: string): string[] {
  const same = byAccount(rows).find(one => one.some(row => row.id === id)) ?? []
  return same.map(row => row.id)
}

type Doubled = Omit<CountableAccount, 'firstDay'>

/** Of each account its rows, first the one that is still listed and read last. */
function rowsByAccount<Row extends Doubled>(rows: readonly Row[]): Row[][] {
  return byAccount(rows).map(same =>
    same.toSorted(
      (left, right) =>
        Number(left.gone) - Number(right.gone) || right.readAt - left.readAt || compare(right.id, left.id),
    ),
  )
}

/** One row of each account, in the order given: for balances. */
export function pickOnce<Row extends Doubled>(rows: readonly Row[]): Row[] {
  const picked = new Set(rowsByAccount(rows).map(([first]) => first))
  return rows.filter(row => picked.has(row))
}

/** All of the row that `pickOnce` takes, then of the others what they have from before: for transactions. */
export function countOnce(accounts: readonly CountableAccount[]): Counted[] {
  return rowsByAccount(accounts).flatMap(rows => {
    let before: IsoDate | null = null
    return rows.map(({ id, firstDay }, at): Counted => {
      const ids = rows.slice(0, at).map(row => row.id)
      const standsFor = firstDay === null || at === 0 ? null : { ids, since: firstDay }
      const counted = { id, before, standsFor }
      if (firstDay !== null && (before === null || firstDay < before)) before = firstDay
      return counted
    })
  })
}
