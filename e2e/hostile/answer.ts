import type { Socket } from 'node:net'
import type { Verdict } from './judge.ts'

/** What a case of the hostile bank is made of: which endpoint, from which call on, and what is answered there. */

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

/** What is written: a body that is no text is written as JSON. `raw` has the socket to itself. */
export type Said = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  readonly raw?: (socket: Socket) => void
}

/** The request a case answers to. */
export type Asked = {
  readonly url: URL
  /** `https://<code>.hostile.localhost:<port>` */
  readonly origin: string
  /** How often this endpoint was called before this one. */
  readonly before: number
}

/** Makes a hostile answer from the one that a correct bank gives. */
export type Twist = (good: Said, asked: Asked) => Said

/** Another server than the usual one, for what goes wrong before the first byte of HTTP. */
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
  /** Unique, and said where something fails. */
  readonly name: string
  readonly at: Endpoint
  readonly twist: Twist
  /** So many calls of the endpoint are answered well first (0). */
  readonly after?: number
  readonly expects: Verdict
  /** Part of the short form. */
  readonly short?: true | undefined
  /** It makes us wait: the bank's limits are a second each, and it is left out of the short form. */
  readonly isSlow?: true
  /** Nothing else runs meanwhile: memory and the time of `/api/health` are its own. */
  readonly alone?: true
  readonly version?: '1.4.2'
  readonly tls?: TlsWay
  /** Lines that may be stored where the verdict leaves it open (`good_lines`). */
  readonly lines?: number
}

/** The cases of one file, each of that family. */
export type Catalogue = { readonly family: Family; readonly cases: readonly Case[] }

/** A body of the bank's own making instead of the good one. */
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

/** Headers beside the good ones. */
export function headers(more: Readonly<Record<string, string>>): Twist {
  return good => ({ ...good, headers: { ...good.headers, ...more } })
}

/** Members of the good body replaced; undefined takes one away. */
export function members(changed: Bag): Twist {
  return good => ({ ...good, body: { ...bagOf(good.body), ...changed } })
}

/** The good body under a function of the case. */
export function change(apply: (body: Bag, asked: Asked) => unknown): Twist {
  return (good, asked) => ({ ...good, body: apply(bagOf(good.body), asked) })
}

/** One member of the first row of a list replaced. */
export function firstRow(list: string, changed: Bag): Twist {
  return change(all => {
    const rows = rowsOf(all[list])
    return { ...all, [list]: rows.map((row, at) => (at === 0 ? { ...bagOf(row), ...changed } : row)) }
  })
}

/** Rows added to a list. */
export function moreRows(list: string, rows: (like: Bag) => readonly unknown[]): Twist {
  return change(all => {
    const known = rowsOf(all[list])
    return { ...all, [list]: [...known, ...rows(bagOf(known[0]))] }
  })
}

/** Bytes past every rule of HTTP. The socket is the case's to end. */
export function raw(write: (socket: Socket) => void): Twist {
  return good => ({ ...good, raw: write })
}

/** A whole answer as bytes, then the end of the connection. */
export function bytes(text: string | Buffer): Twist {
  return raw(socket => socket.end(text))
}

export function bagOf(value: unknown): Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

export function rowsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
