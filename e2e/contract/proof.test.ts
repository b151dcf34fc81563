import { listAccounts } from '@guichet/stet/accounts.ts'
import type { Bank } from '@guichet/stet/bank.ts'
import { putConsent } from '@guichet/stet/consents.ts'
import { requestClientToken } from '@guichet/stet/oauth.ts'
import { type AispToken, aispToken } from '@guichet/stet/token.ts'
import type { WireRequest } from '@guichet/stet/transport.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { people } from '#testing/bank/customers.ts'
import { openBank } from '#testing/bank/open.ts'
import { linkAs, presence } from '#testing/bank/start.ts'

/**
 * How the sandbox bank treats a request that was changed after signing (C16), and a token of another scope (C10): the reasons for
 * what packages/stet does before it sends.
 */
const at = openBank()
let bank: Bank
let token: AispToken

beforeAll(async () => {
  bank = at.connect()
  token = (await linkAs(bank, at.running, people.lea)).accessToken
})

/** The same bank, with an attacker on the network who changes requests. */
function tampered(change: (request: WireRequest) => WireRequest): Bank {
  const { transport, seal } = bank.credentials
  const exchange = (request: WireRequest) => transport.exchange(change(request))
  return { ...bank, credentials: { seal, transport: { exchange, close: async () => {} } } }
}

const consent = { accounts: [], psuIdentity: false }
const send = (on: Bank) => putConsent(on, token, consent, { presence })
const withHeader = (name: string, value: string) => (request: WireRequest) => ({
  ...request,
  headers: { ...request.headers, [name]: value },
})
const withoutHeader = (name: string) => (request: WireRequest) => {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([key]) => key !== name))
  return { ...request, headers }
}

describe('a changed request is refused by the bank (C16)', () => {
  test('unchanged it is accepted', async () => {
    await expect(send(tampered(request => request))).resolves.toBeUndefined()
  })

  const changes: Record<string, (request: WireRequest) => WireRequest> = {
    date: withHeader('date', new Date(Date.now() - 60_000).toUTCString()),
    'a date ten minutes old': withHeader('date', new Date(Date.now() - 600_000).toUTCString()),
    'x-request-id': withHeader('x-request-id', '00000000-0000-4000-8000-000000000000'),
    'content-type': withHeader('content-type', 'application/json'),
    digest: withHeader('digest', `SHA-256=${Buffer.alloc(32).toString('base64')}`),
    'psu-ip-address': withHeader('psu-ip-address', '198.51.100.1'),
    body: request => ({ ...request, body: (request.body ?? '').replace('"psuIdentity":false', '"psuIdentity":true') }),
    path: request => ({ ...request, target: `${request.target}?x=1` }),
    method: request => ({ ...request, method: 'POST' }),
    'no signature': withoutHeader('signature'),
    'no digest': withoutHeader('digest'),
    'no date': withoutHeader('date'),
    'a signature of another key': request => {
      const signature = request.headers.signature?.replace(/signature="[^"]{8}/, 'signature="AAAAAAAA') ?? ''
      return withHeader('signature', signature)(request)
    },
  }
  test.each(Object.entries(changes))('%s', async (name, change) => {
    const status = name === 'method' ? [401, 405] : [401]
    await expect(send(tampered(change))).rejects.toMatchObject({
      kind: 'status',
      status: expect.toSatisfy((value: number) => status.includes(value)),
    })
  })

  test('a certificate outside the registered prefixes is not fetched (bank:D16, bank:D57)', async () => {
    const elsewhere = {
      ...bank,
      credentials: { ...bank.credentials, seal: { ...bank.credentials.seal, keyId: 'http://127.0.0.1:9/qseal_00' } },
    }
    await expect(send(elsewhere)).rejects.toMatchObject({ kind: 'status' })
  })
})

describe('a token of another scope', () => {
  test('is 403 BADS at the bank if it were sent; the library never sends it (C10)', async () => {
    const { accessToken } = await requestClientToken(bank, 'pisp', { presence: null })
    // @ts-expect-error a payment token is no AispToken
    await expect(listAccounts(bank, accessToken, { presence })).rejects.toMatchObject({ kind: 'token', sent: 'no' })
    const disguised = aispToken('19870', accessToken.reveal())
    await expect(listAccounts(bank, disguised, { presence })).rejects.toMatchObject({ status: 403, code: 'BADS' })
    await expect(listAccounts(bank, token, { presence })).resolves.toBeDefined()
  })
})
