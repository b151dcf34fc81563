import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bank, type BankOptions, createBank } from '#stet/bank.ts'
import type { CallRecord } from '#stet/call.ts'
import { keySigner } from '#stet/signer.ts'
import type { Presence } from '#stet/terms/presence.ts'
import type { WireAnswer, WireRequest } from '#stet/transport.ts'

/** A bank whose transport is a function, to test everything above the socket. */
export type ScriptedBank = { readonly bank: Bank; readonly requests: WireRequest[]; readonly calls: CallRecord[] }

export type Script = (request: WireRequest, index: number) => WireAnswer | Promise<WireAnswer>

export const now = new Date('2026-11-21T08:00:00Z')

export const testSigner = keySigner(readFileSync(join(import.meta.dirname, '../vectors/key.pem')))

/** A bank whose answers come from `script`, with recorded requests and call reports. The clock is fixed at `now`. */
export function scriptBank(script: Script, overrides: Partial<BankOptions> = {}): ScriptedBank {
  const requests: WireRequest[] = []
  const calls: CallRecord[] = []
  const exchange = async (request: WireRequest) => {
    requests.push(request)
    return script(request, requests.length - 1)
  }
  const bank = createBank({
    code: '19870',
    baseUrl: 'https://19870.bank.test:8443',
    screensUrl: 'http://19870.bank.test:8080',
    version: '1.6.2',
    clientId: 'client-1',
    pkce: true,
    seal: { signer: testSigner, keyId: 'https://tpp.test/certificates/qseal_00ff' },
    clock: () => now,
    onCall: call => calls.push(call),
    ...overrides,
    transport: { exchange, close: async () => {} },
  })
  return { bank, requests, calls }
}

/** A JSON answer. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): WireAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, text, headers: { 'content-type': 'application/hal+json; charset=utf-8', ...headers } }
}

export const presence: Presence = {
  ipAddress: '203.0.113.7',
  ipPort: 51_812,
  httpMethod: 'GET',
  at: new Date('2026-11-21T07:59:59Z'),
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
  referer: 'https://guichet.example/accounts?flow=secret',
  accept: 'text/html',
  acceptCharset: null,
  acceptEncoding: 'gzip',
  acceptLanguage: 'fr-FR,fr;q=0.9',
}
