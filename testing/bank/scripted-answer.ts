import type { Socket } from 'node:net'
import type { Verdict } from './verdicts.ts'

/** The parts of a case of the hostile bank: the endpoint, from which call on, and the answer. */

export const endpoints = [
  'token',
  'refresh',
  'client_token',
  'payment_token',
  'revoke',
  'accounts',
  'balances',
  'transactions',
  'owners',
  'overdrafts',
  'identity',
  'consents',
  'payment',
  'payment_read',
  'confirmation',
] as const
export type Endpoint = (typeof endpoints)[number]

export const families = [
  'transport',
  'tls',
  'tokens',
  'lists',
  'values',
  'links',
  'consents',
  'payments',
  'times',
] as const
export type Family = (typeof families)[number]

type Bag = Readonly<Record<string, unknown>>

/** The answer. A body that is not text is sent as JSON. `raw` has the socket to itself. */
export type Said = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly raw?: (socket: Socket) => void
}

/** The request that a case answers. */
export type Asked = {
  readonly url: URL
  /** `https://<code>.hostile.localhost:<port>` */
  readonly origin: string
  /** How often this endpoint was called before. */
  readonly before: number
}

/** Makes a hostile answer from a correct one. */
export type Twist = (good: Said, asked: Asked) => Said

/** A special server, for faults before the first byte of HTTP. */
export const tlsWays = [
  'expired',
  'not_yet_valid',
  'other_host',
  'self_signed',
  'wrong_authority',
  'tls_1_1',
  'tls_1_2',
  'asks_for_no_certificate',
  'only_http_2',
  'plain_http',
  'closes_in_handshake',
  'never_answers',
  'garbage',
] as const
export type TlsWay = (typeof tlsWays)[number]

export type Case = {
  /** Unique; shown when the case fails. */
  readonly name: string
  readonly at: Endpoint
  readonly twist: Twist
  /** How many calls of the endpoint are answered correctly first; by default 0. */
  readonly after?: number
  readonly expects: Verdict
  /** Part of the short form. */
  readonly short?: true | undefined
  /** It makes us wait: the bank's limits are a second each, and it is not in the short form. */
  readonly isSlow?: true
  /** Runs alone, so that memory and the time of `/api/health` can be measured. */
  readonly alone?: true
  readonly version?: '1.4.2'
  readonly tls?: TlsWay
  /** Transactions that may be stored if the verdict leaves it open (`good_lines`). */
  readonly lines?: number
}

/** The cases of one file, all of one family. */
export type Catalogue = { readonly family: Family; readonly cases: readonly Case[] }

/** A case in a table; `true` makes it part of the short form. */
export type Row = readonly [name: string, twist: Twist, expects: Verdict, more?: Partial<Case> | true | undefined]

/** The cases of an endpoint, one a row. */
export const casesAt = (at: Endpoint, rows: readonly Row[], where: string = at): readonly Case[] =>
  rows.map(([name, twist, expects, more = {}]) => ({
    ...{ name: `${where}: ${name}`, at, twist, expects },
    ...(more === true ? { short: true } : more),
  }))

/** Tables of several endpoints. */
export type Rows = Partial<Readonly<Record<Endpoint, readonly Row[]>>>

export const casesOf = (rows: Rows): readonly Case[] => endpoints.flatMap(at => casesAt(at, rows[at] ?? []))

/** A body of the bank's choice instead of the correct one. */
export function body(value: unknown, headers: Readonly<Record<string, string>> = {}): Twist {
  return good => ({ ...good, status: 200, body: value, headers: { ...good.headers, ...headers } })
}

/** Another status, with a body of the bank's choice. */
export function status(
  code: number,
  value: unknown = { message: 'no' },
  headers: Readonly<Record<string, string>> = {},
): Twist {
  return good => ({ ...good, status: code, body: value, headers: { ...good.headers, ...headers } })
}

/** Headers in addition to the correct ones. */
export function headers(more: Readonly<Record<string, string>>): Twist {
  return good => ({ ...good, headers: { ...good.headers, ...more } })
}

/** Replaces members of the correct body; undefined removes one. */
export function members(changed: Bag): Twist {
  return good => ({ ...good, body: { ...bagOf(good.body), ...changed } })
}

/** Applies a function to the correct body. */
export function change(apply: (body: Bag, asked: Asked) => unknown): Twist {
  return (good, asked) => ({ ...good, body: apply(bagOf(good.body), asked) })
}

/** Replaces a member of the first row of a list. */
export function firstRow(list: string, changed: Bag): Twist {
  return change(all => {
    const rows = rowsOf(all[list])
    return { ...all, [list]: rows.map((row, at) => (at === 0 ? { ...bagOf(row), ...changed } : row)) }
  })
}

/** Adds rows to a list. */
export function moreRows(list: string, rows: (like: Bag) => readonly unknown[]): Twist {
  return change(all => {
    const known = rowsOf(all[list])
    return { ...all, [list]: [...known, ...rows(bagOf(known[0]))] }
  })
}

/** Writes bytes that need not be HTTP. The case ends the socket. */
export function raw(write: (socket: Socket) => void): Twist {
  return good => ({ ...good, raw: write })
}

/** Writes a whole answer as bytes, then closes the connection. */
export function bytes(text: string | Buffer): Twist {
  return raw(socket => socket.end(text))
}

export function bagOf(value: unknown): Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export function rowsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
