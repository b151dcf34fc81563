import { randomUUID } from 'node:crypto'
import { connect } from 'node:tls'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { resourceIdOf } from '#sandbox/people/settle.ts'
import { changeService } from '#sandbox/wire/steps/service.ts'
import { base, base142 } from './test-psu.ts'
import { openWireDesk } from './test-wire-psu.ts'

const account = resourceIdOf('lea-moreau/courant')
const card = resourceIdOf('eva-lacroix/carte')
const empty = { balances: [], transactions: [], psuIdentity: false, trustedBeneficiaries: false }

type Endpoint = {
  readonly name: string
  readonly path: string
  readonly method?: 'GET' | 'PUT'
  readonly body?: string
  /** According to document 1's table. */
  readonly codes: readonly number[]
  /** The person who gets 204, and the resource. */
  readonly without?: { readonly personId: string; readonly path?: string }
  /** Codes that this bank never returns there. */
  readonly never?: readonly number[]
}

const common = [401, 403, 405, 406, 429, 500]

const everywhere: readonly Endpoint[] = [
  {
    name: 'accounts',
    path: '/accounts',
    codes: [200, 204, ...common, 404, 408, 503],
    without: { personId: 'aline-chevalier' },
  },
  {
    name: 'balances',
    path: `/accounts/${account}/balances`,
    codes: [200, 204, 400, ...common, 404, 408, 503],
    without: { personId: 'eva-lacroix', path: `/accounts/${card}/balances` },
  },
  {
    name: 'transactions',
    path: `/accounts/${account}/transactions`,
    codes: [200, 204, 400, ...common, 404, 408, 503],
    without: { personId: 'eva-lacroix', path: `/accounts/${card}/transactions?dateTo=2020-01-01` },
  },
  {
    name: 'consents',
    path: '/consents',
    method: 'PUT',
    body: JSON.stringify(empty),
    codes: [201, 400, ...common, 408, 501, 503],
  },
  {
    name: 'end-user-identity',
    path: '/end-user-identity',
    codes: [200, 204, ...common, 404],
    without: { personId: 'sci-tilleuls' },
  },
]

const table: readonly (readonly [version: string, endpoint: Endpoint])[] = [
  ...[base, base142].flatMap(version => everywhere.map(endpoint => [version, endpoint] as const)),
  [
    base,
    {
      name: 'trusted-beneficiaries',
      path: '/trusted-beneficiaries',
      codes: [200, 204, ...common, 404, 501],
      // The feature is not available, so there is never a result (bank:D24).
      never: [200, 204],
    },
  ],
]

const desk = await openWireDesk()
afterAll(() => desk.bank.close())
afterEach(() => changeService(desk.bank.sandbox, { isDown: false, callsPerMinute: null }))

type Ask = { personId?: string; token?: string; headers?: Record<string, string>; method?: string; path?: string }

async function ask(version: string, endpoint: Endpoint, change: Ask & { consents?: boolean } = {}) {
  const { personId = 'lea-moreau' } = change
  const token = change.token ?? (await desk.link(personId))
  if (change.consents !== false && change.token === undefined) await desk.consent(personId, token)
  const answer = await desk.call(personId, token, {
    method: change.method ?? endpoint.method ?? 'GET',
    path: version + (change.path ?? endpoint.path),
    ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
    ...(change.headers === undefined ? {} : { headers: change.headers }),
  })
  return answer
}

const hosts = '12345.sandbox.localhost'

/** How to get each status; the same for every endpoint where possible. */
const ways: Readonly<Record<number, (version: string, endpoint: Endpoint) => Promise<number>>> = {
  200: async (version, endpoint) => (await ask(version, endpoint)).status,
  201: async (version, endpoint) => (await ask(version, endpoint)).status,
  204: async (version, endpoint) => {
    const { without } = endpoint
    const answer = await ask(version, endpoint, without)
    expect([answer.text, answer.headers['content-type']]).toEqual(['', undefined])
    return answer.status
  },
  400: async (version, endpoint) => (await ask(version, endpoint, { headers: { 'psu-ip-address': 'home' } })).status,
  401: async (version, endpoint) => (await ask(version, endpoint, { token: 'dead' })).status,
  403: async (version, endpoint) =>
    (await ask(version, endpoint, { token: await desk.link('lea-moreau', 'cbpii') })).status,
  404: async (version, endpoint) => (await ask(version, endpoint, { headers: { host: hosts } })).status,
  405: async (version, endpoint) => (await ask(version, endpoint, { method: 'PATCH' })).status,
  406: async (version, endpoint) => (await ask(version, endpoint, { headers: { accept: 'text/html' } })).status,
  429: async (version, endpoint) => {
    changeService(desk.bank.sandbox, { isDown: false, callsPerMinute: 0 })
    const answer = await ask(version, endpoint, { consents: false })
    expect([answer.body.message, Number(answer.headers['retry-after']) > 0]).toEqual(['TMRQ', true])
    return answer.status
  },
  500: async (version, endpoint) => {
    const headers = { 'x-request-id': randomUUID() }
    const token = await desk.link('lea-moreau')
    await desk.call('lea-moreau', token, { path: `${version}/accounts?page=last`, headers })
    return (await ask(version, endpoint, { headers, token })).status
  },
  501: async (version, endpoint) =>
    (await ask(version, endpoint, { personId: endpoint.name === 'consents' ? 'cooperative-halles' : 'lea-moreau' }))
      .status,
  503: async (version, endpoint) => {
    changeService(desk.bank.sandbox, { isDown: true, callsPerMinute: null })
    const answer = await ask(version, endpoint, { consents: false })
    expect(answer.body.message).toBe('INTS')
    return answer.status
  },
}

/** Sends the head of a request that never ends. */
function askSlowly(version: string, { method = 'GET', path }: Endpoint): Promise<number> {
  return new Promise<number>((resolve, reject) => {
    const socket = connect({
      host: '127.0.0.1',
      port: desk.bank.sandbox.ports.api,
      servername: '19870.sandbox.localhost',
      ca: desk.bank.sandbox.pki.caPem,
    })
    let seen = ''
    socket.on('secureConnect', () => socket.write(`${method} ${version}${path} HTTP/1.1\r\nHost: 19870.sandbox`))
    socket.on('data', chunk => {
      seen += chunk.toString('utf8')
    })
    socket.on('end', () => resolve(Number(seen.slice(9, 12))))
    socket.on('error', reject)
  })
}

describe.each(table)('%s: $name', (version, endpoint) => {
  const reached = endpoint.codes.filter(code => code !== 408 && !endpoint.never?.includes(code))
  test.each(reached)('answers %i', async code => {
    expect(await ways[code]?.(version, endpoint)).toBe(code)
  })
})

// Together, for each waits a second.
test('a request that never ends is answered 408 wherever that is a code', async () => {
  Object.assign(desk.bank.api, { headersTimeout: 100, requestTimeout: 200 })
  const slow = table.filter(([, { codes }]) => codes.includes(408))
  expect(await Promise.all(slow.map(([version, endpoint]) => askSlowly(version, endpoint)))).toEqual(
    slow.map(() => 408),
  )
  Object.assign(desk.bank.api, { headersTimeout: 10_000, requestTimeout: 15_000 })
})

describe('refusals that depend on the resource', () => {
  test('an unreachable system is 503 INTS for every resource, in both versions', async () => {
    const token = await desk.link('fanny-lambert')
    for (const version of [base, base142]) {
      for (const path of ['/accounts', '/end-user-identity', '/accounts/X/balances', '/accounts/X/transactions']) {
        const answer = await desk.call('fanny-lambert', token, { path: version + path })
        expect([path, answer.status, answer.body.message]).toEqual([path, 503, 'INTS'])
      }
    }
  })

  test('owners and overdrafts: 200 in v1.6.2, 400 in v1.4.2', async () => {
    const token = await desk.link('lea-moreau')
    await desk.consent('lea-moreau', token)
    for (const name of ['owners', 'overdrafts']) {
      const path = `/accounts/${account}/${name}`
      expect((await desk.call('lea-moreau', token, { path: base + path })).status).toBe(200)
      const older = await desk.call('lea-moreau', token, { path: base142 + path })
      expect([older.status, older.body.message]).toEqual([400, 'FF01'])
    }
  })

  test('a card follows its account: blocked, it is AC06 and not listed', async () => {
    const { db } = desk.bank.sandbox
    const token = await desk.link('sophie-laurent')
    await desk.consent('sophie-laurent', token)
    const cards = async () => {
      const { body } = await desk.call('sophie-laurent', token, { path: `${base}/accounts` })
      return body.accounts.filter((row: { cashAccountType: string }) => row.cashAccountType === 'CARD').length
    }
    const path = `${base}/accounts/${resourceIdOf('sophie-laurent/carte')}/balances`
    expect([await cards(), (await desk.call('sophie-laurent', token, { path })).status]).toEqual([1, 200])
    db.prepare("UPDATE accounts SET status = 'blocked' WHERE id = ?").run(resourceIdOf('sophie-laurent/courant'))
    expect([await cards(), (await desk.call('sophie-laurent', token, { path })).body.message]).toEqual([0, 'AC06'])
  })

  test('psuStatus: holder or co-holder in v1.6.2, as stored in v1.4.2', async () => {
    const token = await desk.link('elise-fontaine')
    const seen = async (version: string) => {
      const { body } = await desk.call('elise-fontaine', token, { path: `${version}/accounts` })
      return body.accounts.map(({ psuStatus }: { psuStatus: string }) => psuStatus)
    }
    expect(await seen(base142)).toEqual(['Nominee', 'Successor On Death', 'Trustee'])
    expect(await seen(base)).toEqual(['Account Co-Holder', 'Account Co-Holder', 'Account Co-Holder'])
  })
})
