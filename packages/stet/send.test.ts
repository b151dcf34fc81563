import { describe, expect, test, vi } from 'vitest'
import { listAccounts, readBalances, readTransactions } from './accounts.ts'
import type { CallRecord, PlannedCall } from './call.ts'
import { exchangeCode } from './oauth.ts'

import { send } from './send.ts'
import { SignerError } from './signer.ts'
import { json, now, presence, scriptBank } from './testing/scripted-bank.ts'
import { aispToken } from './token.ts'
import { TransportFailure } from './transport.ts'

const token = aispToken('19870', 'ACCESS-CANARY')
const empty = { accounts: [] }

describe('what goes on the wire', () => {
  test('the documented headers, and the exact path', async () => {
    const { bank, requests } = scriptBank(() => json(200, { balances: [] }))
    await readBalances(bank, token, { account: "CPT 1/2?(a)'", kind: 'account' }, { presence: null })
    expect(requests[0]).toMatchObject({
      method: 'GET',
      target: "/stet/psd2/v1.6.2/accounts/CPT%201%2F2%3F(a)'/balances",
      body: null,
      headers: {
        host: '19870.bank.test:8443',
        date: now.toUTCString(),
        accept: 'application/hal+json, application/json;q=0.9',
        authorization: 'Bearer ACCESS-CANARY',
      },
    })
    expect(requests[0]?.headers).not.toHaveProperty('digest')
  })

  test('a new UUIDv4 as request id for every call; a given one only for the first page (C17)', async () => {
    const next = { _links: { next: { href: '/stet/psd2/v1.6.2/accounts?page=2' } } }
    const { bank, requests } = scriptBank((_, index) => json(200, index % 2 === 0 ? { ...empty, ...next } : empty))
    await listAccounts(bank, token, { presence })
    await listAccounts(bank, token, { presence, requestId: 'given-1' })
    const ids = requests.map(request => request.headers['x-request-id'])
    expect(new Set(ids).size).toBe(4)
    expect(ids[2]).toBe('given-1')
    for (const id of [ids[0], ids[1], ids[3]]) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }
  })

  test('a request to another host is refused, however it was built (C18)', async () => {
    const { bank, requests } = scriptBank(() => json(200, empty))
    const request = { operation: 'x', method: 'GET', token: null, body: null, signed: true } as const
    for (const origin of ['https://19871.bank.test:8443', 'https://19870.bank.test', 'http://19870.bank.test:8443']) {
      const sent = send(bank, { ...request, url: new URL('/x', origin) }, { presence })
      await expect(sent).rejects.toMatchObject({ kind: 'redirect_host', sent: 'no' })
    }
    expect(requests).toEqual([])
  })

  test('a request id that is invalid in a header is refused', async () => {
    const { bank, requests } = scriptBank(() => json(200, empty))
    for (const requestId of ['', 'a b', 'é', 'a\r\nb: c', 'x'.repeat(71)]) {
      const listed = listAccounts(bank, token, { presence, requestId })
      await expect(listed).rejects.toMatchObject({ kind: 'request', sent: 'no' })
    }
    expect(requests).toEqual([])
    await listAccounts(bank, token, { presence, requestId: 'x'.repeat(70) })
    expect(requests[0]?.headers['x-request-id']).toBe('x'.repeat(70))
  })

  test('how much is read of an answer: more of a list in pages, less of a refusal, never more than the bank’s limit', async () => {
    const { bank, requests } = scriptBank(() => json(200, { ...empty, balances: [], transactions: [] }))
    await listAccounts(bank, token, { presence })
    await readTransactions(bank, token, { account: 'A' }, { presence }).next()
    await readBalances(bank, token, { account: 'A', kind: 'account' }, { presence })
    const small = scriptBank(() => json(200, empty), { limits: { answerBytes: 1_000 } })
    await listAccounts(small.bank, token, { presence })
    expect([...requests, ...small.requests].map(request => request.answerBytes)).toEqual([
      4_194_304, 4_194_304, 524_288, 1_000,
    ])
    expect(requests[2]).toMatchObject({ bodyMs: 15_000, refusalBytes: 65_536, budget: null, signal: null })
  })

  test('the time limits of attended and unattended calls', async () => {
    const { bank, requests } = scriptBank(() => json(200, empty))
    await listAccounts(bank, token, { presence })
    await listAccounts(bank, token, { presence: null })
    expect(requests.map(request => request.headersMs)).toEqual([12_000, 30_000])
  })
})

describe('PSU headers come only from a presence (C19)', () => {
  const psuNames = (headers: object) => Object.keys(headers).filter(name => /^psu-/i.test(name))

  test('none without one', async () => {
    const { bank, requests, calls } = scriptBank(() => json(200, empty))
    await listAccounts(bank, token, { presence: null })
    expect(psuNames(requests[0]?.headers ?? {})).toEqual([])
    expect(calls[0]?.attended).toBe(false)
  })

  test('all headers of the live request, with the referer’s query removed', async () => {
    const { bank, requests, calls } = scriptBank(() => json(200, empty))
    await listAccounts(bank, token, { presence })
    expect(requests[0]?.headers).toMatchObject({
      'psu-ip-address': '203.0.113.7',
      'psu-ip-port': '51812',
      'psu-http-method': 'GET',
      'psu-date': 'Sat, 21 Nov 2026 07:59:59 GMT',
      'psu-user-agent': 'Mozilla/5.0 (X11; Linux x86_64)',
      'psu-referer': 'https://guichet.example/accounts',
      'psu-accept': 'text/html',
      'psu-accept-encoding': 'gzip',
      'psu-accept-language': 'fr-FR,fr;q=0.9',
    })
    expect(requests[0]?.headers).not.toHaveProperty('psu-accept-charset')
    expect(calls[0]?.attended).toBe(true)
  })
})

describe('the record of a call', () => {
  test.each([
    ['within the call', 'Sat, 21 Nov 2026 08:00:00 GMT', 0],
    ['five minutes ahead', 'Sat, 21 Nov 2026 08:05:00 GMT', 299],
    ['an hour behind', 'Sat, 21 Nov 2026 07:00:00 GMT', -3_600],
    ['no date at all', 'yesterday', null],
  ])('says how far the bank’s clock is from ours: %s (fault:D3)', async (_, date, seconds) => {
    const { bank, calls } = scriptBank(() => json(200, empty, { date }))
    await listAccounts(bank, token, { presence: null })
    const [call] = calls
    // One second of it is the call's own duration.
    expect([seconds, seconds === null ? null : seconds + 1]).toContain(call?.bankAheadSeconds)
  })

  test('names everything and contains no secret', async () => {
    const { bank, calls } = scriptBank(() => json(403, { message: 'TQMR' }, { 'retry-after': '120' }))
    const own: CallRecord[] = []
    const onCall = (call: CallRecord) => own.push(call)
    const failed = readBalances(bank, token, { account: 'CPT-1', kind: 'account' }, { presence, onCall })
    await expect(failed).rejects.toMatchObject({ code: 'TMRQ', rawCode: 'TQMR', retryAfterSeconds: 120, status: 403 })
    expect(calls).toEqual(own)
    expect(calls[0]).toMatchObject({
      operation: 'balances.read',
      method: 'GET',
      path: '/stet/psd2/v1.6.2/accounts/CPT-1/balances',
      attended: true,
      status: 403,
      code: 'TMRQ',
      at: now,
    })
    expect(JSON.stringify(calls)).not.toMatch(/CANARY|signature/i)
  })

  test('nor the one-time code, the verifier and the issued tokens', async () => {
    const answer = { access_token: 'AT-CANARY', refresh_token: 'RT-CANARY', expires_in: 900 }
    const { bank, calls, requests } = scriptBank((_, index) =>
      index === 0 ? json(200, answer) : json(400, { error: 'invalid_grant' }),
    )
    const request = { code: 'CODE-CANARY', redirectUri: 'https://tpp.test/callback/19870', codeVerifier: 'VER-CANARY' }
    await exchangeCode(bank, request, { presence })
    const error: unknown = await exchangeCode(bank, request, { presence }).catch((thrown: unknown) => thrown)
    expect(`${JSON.stringify(calls)}${JSON.stringify(error)}${String(error)}`).not.toContain('CANARY')
    expect(calls.map(call => [call.path, call.code])).toEqual([
      ['/stet/psd2/oauth/token', null],
      ['/stet/psd2/oauth/token', 'invalid_grant'],
    ])
    expect(requests[0]?.headers).toHaveProperty('signature')
  })

  test('is made without an answer too, with whether anything was sent', async () => {
    const { bank, calls } = scriptBank(() => {
      throw new TransportFailure('timeout', 'unknown', null, new Error('no answer within 12000 ms'))
    })
    const unanswered = { kind: 'timeout', sent: 'unknown', status: null }
    await expect(listAccounts(bank, token, { presence })).rejects.toMatchObject(unanswered)
    expect(calls[0]).toMatchObject({ status: null, code: 'timeout' })
  })

  test.each([
    ['its code', new TransportFailure('transport', 'no', null, { code: 'ECONNREFUSED' }), 'no', 'ECONNREFUSED'],
    ['its words', new TransportFailure('transport', 'yes', 200, new Error('cut off')), 'yes', 'cut off'],
    ['nothing more, where the transport itself failed', new Error('a bug'), 'unknown', 'the transport failed'],
  ])('a failure on the way says %s', async (_, failure, sent, detail) => {
    const { bank } = scriptBank(() => {
      throw failure
    })
    const failed = listAccounts(bank, token, { presence })
    await expect(failed).rejects.toMatchObject({ kind: 'transport', sent, detail: expect.stringContaining(detail) })
  })

  test('a listener that throws does not break the call', async () => {
    const { bank } = scriptBank(() => json(200, empty))
    const onCall = vi.fn(() => {
      throw new Error('disk full')
    })
    await expect(listAccounts(bank, token, { presence, onCall })).resolves.toMatchObject({ accounts: [] })
    expect(onCall).toHaveBeenCalledOnce()
  })
})

describe('beforeSend', () => {
  test('is awaited before sending, and prevents the call by throwing', async () => {
    const { bank, requests, calls } = scriptBank(() => json(200, empty))
    const planned: PlannedCall[] = []
    const beforeSend = async (call: PlannedCall) => {
      planned.push(call)
      expect(requests).toEqual([])
      throw new Error('quota used')
    }
    await expect(listAccounts(bank, token, { presence: null, beforeSend })).rejects.toThrow('quota used')
    expect(planned).toMatchObject([{ operation: 'accounts.list', path: '/stet/psd2/v1.6.2/accounts', attended: false }])
    expect(requests).toEqual([])
    expect(calls).toEqual([])
  })
})

/** A gate, and what it was told of each call. */
function listeningGate() {
  const ends: unknown[] = []
  return { ends, gate: { enter: async () => ({ leave: async (one: unknown) => void ends.push(one) }) } }
}

describe('a signer that fails', () => {
  const failing = async () => Promise.reject(new SignerError('no_answer', 'the signer did not answer'))
  const seal = { signer: { algorithm: 'rsa-sha256', sign: failing }, keyId: 'k' } as const

  test('nothing is sent, counted or held against the bank', async () => {
    const { ends, gate } = listeningGate()
    const beforeSend = vi.fn()
    const { bank, requests, calls } = scriptBank(() => json(200, empty), { seal, gate })
    const thrown = await listAccounts(bank, token, { presence: null, beforeSend }).catch((error: unknown) => error)
    expect(thrown).toMatchObject({ kind: 'signer', sent: 'no', detail: 'the signer did not answer' })
    expect(ends).toEqual([thrown])
    expect([requests, calls]).toEqual([[], []])
    expect(beforeSend).not.toHaveBeenCalled()
  })
})

describe('what is reported to the gate', () => {
  const html = { 'content-type': 'text/HTML; charset=utf-8' }

  test.each([
    ['an answer', json(200, empty), 'answered'],
    [
      'a web page',
      json(200, '<html>', html),
      expect.objectContaining({ kind: 'media_type', sent: 'yes', status: 200 }),
    ],
    ['the last of the successes', json(299, empty), 'answered'],
    ['nothing, called a web page', json(204, '', html), 'answered'],
    ['a refusal', json(503, ''), expect.objectContaining({ kind: 'status', status: 503 })],
  ])('%s', async (_, answer, end) => {
    const { ends, gate } = listeningGate()
    const { bank } = scriptBank(() => answer, { gate })
    await readBalances(bank, token, { account: 'A', kind: 'account' }, { presence }).catch(() => null)
    expect(ends).toEqual([end])
  })

  test('a call that was not sent says nothing about the bank', async () => {
    const { ends, gate } = listeningGate()
    const { bank } = scriptBank(() => json(200, empty), { gate })
    const beforeSend = () => Promise.reject(new Error('quota used'))
    await expect(listAccounts(bank, token, { presence, beforeSend })).rejects.toThrow('quota used')
    expect(ends).toEqual(['not_sent'])
  })
})

describe('unusable answers', () => {
  const read = (answer: ReturnType<typeof json>) => listAccounts(scriptBank(() => answer).bank, token, { presence })

  test.each([
    ['HTML', { ...json(200, '<html>'), headers: { 'content-type': 'text/html' } }, 'media_type', 'text/html'],
    ['broken JSON', json(200, '{"accounts":['), 'json', 'the answer is not JSON'],
    ['another shape', json(200, { accounts: 'none' }), 'schema', 'accounts: invalid_type'],
    ['another kind of value', json(200, '7'), 'schema', ': invalid_type'],
    ['too many rows', json(200, { accounts: Array(501).fill({}) }), 'too_many', 'more than 500 in accounts'],
    ['a redirect', { ...json(302, ''), headers: { location: 'https://evil.test/' } }, 'status', 'no body'],
    ['what is no success yet', json(199, empty), 'status', 'body without a message'],
    ['what is none any more', json(300, empty), 'status', 'body without a message'],
  ] as const)('%s', async (_, answer, kind, detail) => {
    await expect(read(answer)).rejects.toMatchObject({ kind, sent: 'yes', detail })
  })

  test('JSON without a media type is read; so is application/json', async () => {
    await expect(read({ ...json(200, empty), headers: {} })).resolves.toMatchObject({ accounts: [] })
    await expect(read(json(200, empty, { 'content-type': 'application/json' }))).resolves.toMatchObject(empty)
  })

  test('Retry-After as a date is relative to our clock', async () => {
    const headers = { 'retry-after': new Date(now.getTime() + 90_000).toUTCString() }
    const failed = { retryAfterSeconds: 90, code: null, kind: 'status' }
    await expect(read(json(503, '', headers))).rejects.toMatchObject(failed)
  })
})
