import { useCode } from '#sandbox/store/codes.ts'
import { hashToken } from '#sandbox/store/tokens.ts'
import type { Exchange } from '#sandbox/wire/exchange.ts'
import type { Fault, Tampering } from './decide.ts'

const hourMs = 3_600_000

/**
 * The request as the bank gets it when a fault says that it was changed after it was signed: one byte of the body, a date of an
 * hour ago, another resource in the path, another token, no certificate, a code that somebody has used before, another amount or
 * another payee. The bank's own checks then refuse it, or don't.
 */
export function tamper(exchange: Exchange, faults: readonly Fault[]): Exchange {
  return faults.reduce(
    (changed, fault) => (fault.kind === 'tampered' ? change[fault.what](changed) : changed),
    exchange,
  )
}

const change: Record<Tampering, (exchange: Exchange) => Exchange> = {
  body: exchange => ({ ...exchange, body: withOtherByte(exchange.body) }),
  date: exchange => {
    const at = new Date(exchange.sandbox.clock.now().getTime() - hourMs)
    return { ...exchange, headers: withHeader(exchange, 'date', at.toUTCString()) }
  },
  account: exchange => {
    const { id } = exchange.params
    if (id === undefined) return exchange
    const other = withOtherEnd(id)
    const rewrite = (text: string) => text.replace(id, other)
    const { path, target, params } = exchange
    return { ...exchange, path: rewrite(path), target: rewrite(target), params: { ...params, id: other } }
  },
  token: exchange => {
    const token = exchange.headers.get('authorization')
    return token === null
      ? exchange
      : { ...exchange, headers: withHeader(exchange, 'authorization', withOtherEnd(token)) }
  },
  certificate: exchange => ({ ...exchange, certificate: null }),
  code: exchange => {
    const { db, clock } = exchange.sandbox
    const code = new URLSearchParams(exchange.body.toString('utf8')).get('code') ?? ''
    useCode(db, hashToken(code), clock.now())
    return exchange
  },
  // A hundred times as much, or to another account.
  amount: exchange => withOtherText(exchange, /("amount"\s*:\s*"\d+)(?=[."])/, '$100'),
  payee: exchange =>
    withOtherText(exchange, /("creditorAccount"\s*:\s*\{\s*"iban"\s*:\s*")[A-Z0-9]+/, '$1DE89370400440532013000'),
}

function withOtherText(exchange: Exchange, part: RegExp, other: string): Exchange {
  return { ...exchange, body: Buffer.from(exchange.body.toString('utf8').replace(part, other)) }
}

/** A space in place of the last byte, or a space where there is none. */
function withOtherByte(body: Buffer): Buffer {
  const changed = body.length === 0 ? Buffer.alloc(1) : Buffer.from(body)
  changed[changed.length - 1] = 0x20
  return changed
}

function withOtherEnd(text: string): string {
  return text.slice(0, -1) + (text.endsWith('A') ? 'B' : 'A')
}

function withHeader({ headers }: Exchange, name: string, value: string): Headers {
  const changed = new Headers(headers)
  changed.set(name, value)
  return changed
}
