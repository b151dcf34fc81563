import { type IsoDate, isoDay } from '@guichet/values/calendar/day.ts'

/**
 * The SimpleFIN protocol, version 1: a setup token is the base64 of an address where it is exchanged, once, for an access address with
 * user and password; `GET {access}/accounts` answers with accounts, balances and transactions. Times are Unix seconds.
 */

/** Of an answer; the oldest transactions beyond are left out, which `errors` says. */
export const maxTransactions = 10_000
/** Days before today, of a request without `start-date`. */
export const usualDays = 90

export function setupTokenOf(claimAddress: string): string {
  return Buffer.from(claimAddress).toString('base64')
}

/** `https://user:password@host/simplefin` */
export function accessAddress(base: string, user: string, password: string): string {
  const { protocol, host, pathname } = new URL(base)
  return `${protocol}//${user}:${password}@${host}${pathname}`
}

/** User and password of an Authorization header; null if it is no Basic one, or too long. */
export function basicOf(header: string | null): { readonly user: string; readonly password: string } | null {
  const encoded = /^basic +([A-Za-z0-9+/_-]{1,400}={0,2})$/i.exec(header?.slice(0, 500) ?? '')?.[1]
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const at = text.indexOf(':')
  return at < 0 ? null : { user: text.slice(0, at), password: text.slice(at + 1) }
}

export type SimpleFinQuery = {
  /** Unix seconds, included; null: not given. */
  readonly start: number | null
  /** Unix seconds, not included; null: not given. */
  readonly end: number | null
  readonly pending: boolean
  readonly balancesOnly: boolean
  /** Ask the banks now: ours, not the protocol's. */
  readonly refresh: boolean
  /** Ids of accounts; empty: all. */
  readonly accounts: readonly string[]
}

export type QueryFault = 'start-date' | 'end-date' | 'pending' | 'balances-only' | 'refresh' | 'account'

const maxAccounts = 500
const second = /^-?\d{1,11}(\.\d{1,6})?$/

/** Names the first parameter that can't be read. Unknown ones are ignored, as the protocol's clients add some. */
export function readSimpleFinQuery(query: URLSearchParams): SimpleFinQuery | { readonly fault: QueryFault } {
  const [start, end] = [query.get('start-date'), query.get('end-date')]
  if (start !== null && !second.test(start)) return { fault: 'start-date' }
  if (end !== null && !second.test(end)) return { fault: 'end-date' }
  const flags = (['pending', 'balances-only', 'refresh'] as const).map(name => [name, query.get(name) ?? '0'] as const)
  const wrong = flags.find(([, value]) => value !== '0' && value !== '1')
  if (wrong) return { fault: wrong[0] }
  const accounts = query.getAll('account')
  if (accounts.length > maxAccounts) return { fault: 'account' }
  return {
    start: start === null ? null : Number(start),
    end: end === null ? null : Number(end),
    pending: query.get('pending') === '1',
    balancesOnly: query.get('balances-only') === '1',
    refresh: query.get('refresh') === '1',
    accounts,
  }
}

/** A bank's day as an instant: noon UTC, which is that day from UTC−11 to UTC+11. */
export function noonOf(day: IsoDate): number {
  return Date.parse(`${day}T12:00:00Z`) / 1000
}

export type Days = { readonly from: IsoDate; readonly to: IsoDate }

const firstSecond = Date.parse('1900-01-01T00:00:00Z') / 1000
const lastSecond = Date.parse('2999-12-31T00:00:00Z') / 1000

/**
 * The days whose noon lies in the asked period, both included, not before `historyFrom`. A period that is turned round is empty: `from`
 * is after `to`.
 */
export function daysOf({ start, end }: SimpleFinQuery, today: IsoDate, historyFrom: IsoDate | null): Days {
  const since = Math.min(Math.max(start ?? noonOf(today) - usualDays * 86_400, firstSecond), lastSecond)
  const before = Math.min(Math.max(end ?? lastSecond, firstSecond), lastSecond)
  // The first noon at or after `since`, the last one before `before`.
  const from = isoDay(new Date((Math.ceil((since - 43_200) / 86_400) * 86_400 + 43_200) * 1000))
  const to = isoDay(new Date((Math.ceil((before - 43_200) / 86_400) * 86_400 - 43_200) * 1000))
  return { from: historyFrom !== null && historyFrom > from ? historyFrom : from, to }
}

/** What a connection's state means for the numbers, for people; null: nothing. */
export type Attention = 'expired' | 'revoked' | 'replaced' | 'choosing'

export function attentionOf(status: string): Attention | null {
  return (['expired', 'revoked', 'replaced', 'choosing'] as const).find(state => state === status) ?? null
}
