import * as oauth from 'oauth4webapi'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GET as readServer } from '#app/.well-known/oauth-authorization-server/route.ts'
import { GET as readResource } from '#app/.well-known/oauth-protected-resource/route.ts'
import { GET as readAccounts } from '#app/api/data/v1/accounts/route.ts'
import { setClock } from '#lib/clock.ts'
import { db } from '#lib/db.ts'
import { agreeToApp, endApp, readApp, readReview } from '#lib/services/apps/allow.ts'
import { proposeForClient, readAuthorizing } from '#lib/services/apps/oauth.ts'
import { aBank } from '#testing/bank/of-directory.ts'
import { anAppWithToken } from '#testing/people/an-app.ts'
import { POST as register } from './register/route.ts'
import { POST as revoke } from './revoke/route.ts'
import { POST as token } from './token/route.ts'

beforeAll(() => aBank())
beforeEach(() => db().rateLimit.deleteMany())

const routes: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  '/.well-known/oauth-authorization-server': readServer,
  '/.well-known/oauth-protected-resource': readResource,
  '/api/data/v1/accounts': readAccounts,
  '/oauth/register': register,
  '/oauth/revoke': revoke,
  '/oauth/token': token,
}

/** The routes, as the client library reaches them. */
const reach = {
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: async (url: string, init: object) => {
    const request = new Request(url, init)
    request.headers.set('x-guichet-peer', '192.0.2.10 50000')
    return routes[new URL(url).pathname]?.(request) ?? new Response(null, { status: 404 })
  },
}
const redirectUri = 'http://127.0.0.1:4711/back'

async function discover(): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(process.env.APP_URL ?? 'http://localhost:3000').origin
  const answer = await oauth.discoveryRequest(new URL(issuer), { algorithm: 'oauth2', ...reach })
  return oauth.processDiscoveryResponse(new URL(issuer), answer)
}

/** A client that registered itself, and where it would send the person. */
async function newClient(server: oauth.AuthorizationServer, scope = 'balances transactions') {
  const metadata = { client_name: 'Budget', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' }
  const registered = await oauth.dynamicClientRegistrationRequest(server, metadata, reach)
  const client = await oauth.processDynamicClientRegistrationResponse(registered)
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const query = {
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  return { client, verifier, state, query }
}

type Client = Awaited<ReturnType<typeof newClient>>
type Owner = Awaited<ReturnType<typeof anAppWithToken>>

const by = { address: '192.0.2.10' }

/** The person agrees to both accounts; returns where the browser goes then. */
async function agree({ person, ids }: Owner, { query }: Client) {
  const authorizing = await readAuthorizing(query)
  if (authorizing.is !== 'asked') throw new Error(authorizing.is)
  const accounts = { balances: ids, transactions: ids, owners: [] }
  const id = await proposeForClient(person, authorizing, { days: '90', history: '90', accounts }, by)
  const { hash, denied } = await readReview(person, id)
  await agreeToApp(person, id, hash, person)
  const { setup } = await readApp(person, id)
  return { id, back: new URL(setup?.token ?? ''), denied: new URL(denied ?? '') }
}

async function exchange(server: oauth.AuthorizationServer, { client, verifier, state }: Client, back: URL) {
  const parameters = oauth.validateAuthResponse(server, client, back, state)
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    redirectUri,
    verifier,
    reach,
  )
  return oauth.processAuthorizationCodeResponse(server, client, answer)
}

async function refresh(server: oauth.AuthorizationServer, { client }: Client, refreshToken = '') {
  const answer = await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, reach)
  return oauth.processRefreshTokenResponse(server, client, answer)
}

const read = async (accessToken: string) => {
  const url = new URL('/api/data/v1/accounts', 'http://localhost')
  const answer = await oauth
    .protectedResourceRequest(accessToken, 'GET', url, new Headers(), null, reach)
    .catch(error => error)
  return answer instanceof Response ? answer.status : 401
}

/** As no library would send it. */
async function post(route: typeof token, form: Readonly<Record<string, string>>) {
  const headers = { 'x-guichet-peer': '192.0.2.11 1' }
  const answer = await route(
    new Request('http://localhost/', { method: 'POST', body: new URLSearchParams(form), headers }),
  )
  return { status: answer.status, body: await answer.json() }
}

async function connected() {
  const [owner, server] = [await anAppWithToken(), await discover()]
  const client = await newClient(server)
  const { id, back } = await agree(owner, client)
  return { owner, server, client, id, back, tokens: await exchange(server, client, back) }
}

describe('a client that nobody here wrote', () => {
  test('finds the server, registers, gets tokens and reads what the person chose', async () => {
    const { id, tokens } = await connected()
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3_600, scope: 'balances transactions' })
    expect(await read(tokens.access_token)).toBe(200)
    const row = JSON.stringify(await db().app.findUniqueOrThrow({ where: { id } }))
    for (const secret of [tokens.access_token, tokens.refresh_token]) expect(row).not.toContain(secret)
  })

  test('refreshes; the refresh token before works a minute more, and later ends the access', async () => {
    const { owner, id, server, client, tokens } = await connected()
    const next = await refresh(server, client, tokens.refresh_token)
    expect([await read(tokens.access_token), await read(next.access_token)]).toEqual([401, 200])
    const again = await refresh(server, client, tokens.refresh_token)
    expect(again).toMatchObject({ access_token: next.access_token, refresh_token: next.refresh_token })
    expect(await read(again.access_token)).toBe(200)
    setClock(() => new Date(Date.now() + 61_000))
    await expect(refresh(server, client, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect([await read(again.access_token), (await readApp(owner.person, id)).endedBy]).toEqual([401, 'setup_repeated'])
    setClock(null)
  })

  test('refreshes twice at once, gets the same tokens both times, and goes on with them', async () => {
    const { server, client, tokens } = await connected()
    const [one, other] = await Promise.all([
      refresh(server, client, tokens.refresh_token),
      refresh(server, client, tokens.refresh_token),
    ])
    expect(other.refresh_token).toBe(one.refresh_token)
    expect([await read(one.access_token), await read(other.access_token)]).toEqual([200, 200])
    expect(await read((await refresh(server, client, one.refresh_token)).access_token)).toBe(200)
  })

  test('is refused a code twice, which ends the access, and one of another client or without its verifier', async () => {
    const { server, client, back, tokens } = await connected()
    await expect(exchange(server, client, back)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await read(tokens.access_token)).toBe(401)
    const owner = await anAppWithToken()
    const twice = await newClient(server)
    const { back: shared } = await agree(owner, twice)
    const both = await Promise.allSettled([exchange(server, twice, shared), exchange(server, twice, shared)])
    const given = both.flatMap(one => (one.status === 'fulfilled' ? [one.value.access_token] : []))
    expect([given.length, await read(given[0] ?? '')]).toEqual([1, 401])
    const [one, other] = [await newClient(server), await newClient(server)]
    const { back: mine } = await agree(owner, one)
    const stolen = { ...other, state: one.state }
    await expect(exchange(server, stolen, mine)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(exchange(server, { ...one, verifier: other.verifier }, mine)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect((await exchange(server, one, mine)).access_token).toMatch(/^gd_/)
  })

  test.each([
    ['no verifier', { code_verifier: '' }],
    ['another redirect URI', { redirect_uri: 'http://127.0.0.1:9/back' }],
    ['no client', { client_id: '' }],
    ['the code of nobody', { code: 'x' }],
  ])('gets no token with %s', async (_, wrong) => {
    const [owner, server] = [await anAppWithToken(), await discover()]
    const client = await newClient(server)
    const { back } = await agree(owner, client)
    const right = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      code_verifier: client.verifier,
      redirect_uri: redirectUri,
      client_id: client.client.client_id,
    }
    expect((await post(token, { ...right, ...wrong })).body.error).toBe('invalid_grant')
    expect((await post(token, right)).body.token_type).toBe('Bearer')
  })

  test('gets no more at a refresh than was agreed to, and nothing with the refresh token of another client', async () => {
    const [{ client, tokens }, other] = [await connected(), await connected()]
    const asked = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }
    const stolen = { ...asked, client_id: other.client.client.client_id }
    expect((await post(token, stolen)).body.error).toBe('invalid_grant')
    const wider = { ...asked, client_id: client.client.client_id, scope: 'balances transactions owners payments' }
    expect((await post(token, wider)).body.scope).toBe('balances transactions')
  })

  test('has to send its token in the header', async () => {
    const { tokens } = await connected()
    for (const name of ['access_token', 'token']) {
      const url = `http://localhost/api/data/v1/accounts?${name}=${tokens.access_token}`
      expect((await readAccounts(new Request(url))).status).toBe(401)
    }
  })

  test('is stopped with the person’s erasure, and for everybody when it is suspended', async () => {
    const [one, other] = [await connected(), await connected()]
    await db().user.delete({ where: { id: one.owner.userId } })
    expect(await read(one.tokens.access_token)).toBe(401)
    const id = other.client.client.client_id
    await db().appClient.update({ where: { id }, data: { suspendedAt: new Date() } })
    expect(await read(other.tokens.access_token)).toBe(401)
    await expect(refresh(other.server, other.client, other.tokens.refresh_token)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect(await readAuthorizing(other.client.query)).toEqual({ is: 'unknown_client' })
    await db().appClient.update({ where: { id }, data: { suspendedAt: null } })
    expect(await read(other.tokens.access_token)).toBe(200)
  })

  test('has an access token for an hour and a code for ten minutes', async () => {
    const { server, tokens } = await connected()
    const owner = await anAppWithToken()
    const late = await newClient(server)
    const { back } = await agree(owner, late)
    setClock(() => new Date(Date.now() + 3_601_000))
    expect(await read(tokens.access_token)).toBe(401)
    await expect(exchange(server, late, back)).rejects.toMatchObject({ error: 'invalid_grant' })
    setClock(null)
  })

  test('gives its access up, and loses it when the person ends it', async () => {
    const { owner, server, client, id, tokens } = await connected()
    const answer = await oauth.revocationRequest(server, client.client, oauth.None(), tokens.access_token, reach)
    await oauth.processRevocationResponse(answer)
    expect([await read(tokens.access_token), (await readApp(owner.person, id)).endedBy]).toEqual([401, 'by_app'])
    const second = await connected()
    await endApp(second.owner.person, second.id)
    expect(await read(second.tokens.access_token)).toBe(401)
    await expect(refresh(server, second.client, second.tokens.refresh_token)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })

  test('hears that the person shares nothing', async () => {
    const [owner, server] = [await anAppWithToken(), await discover()]
    const client = await newClient(server)
    const { denied } = await agree(owner, client)
    expect(() => oauth.validateAuthResponse(server, client.client, denied, client.state)).toThrow(
      /authorization response/i,
    )
    expect(denied.searchParams.get('error')).toBe('access_denied')
  })
})

test('nothing is sent to an address that the client has not given, and no more than it asks for is chosen', async () => {
  const [owner, server] = [await anAppWithToken(), await discover()]
  const { query } = await newClient(server, 'balances')
  expect(await readAuthorizing({ ...query, redirect_uri: 'https://evil.example/' })).toEqual({ is: 'unknown_redirect' })
  expect(await readAuthorizing({ ...query, client_id: 'x' })).toEqual({ is: 'unknown_client' })
  expect(await readAuthorizing({ ...query, scope: 'payments' })).toMatchObject({
    is: 'refused',
    error: { error: 'invalid_scope' },
  })
  const authorizing = await readAuthorizing(query)
  if (authorizing.is !== 'asked') throw new Error(authorizing.is)
  const accounts = { balances: [], transactions: owner.ids, owners: [] }
  const asking = proposeForClient(owner.person, authorizing, { days: '90', history: '90', accounts }, by)
  await expect(asking).rejects.toMatchObject({ code: 'invalid_input', field: 'accounts' })
})

test('of choices for the same app that nobody agreed to the last is kept', async () => {
  const [{ person, ids }, server] = [await anAppWithToken(), await discover()]
  const authorizing = await readAuthorizing((await newClient(server)).query)
  if (authorizing.is !== 'asked') throw new Error(authorizing.is)
  const accounts = { balances: ids, transactions: [], owners: [] }
  for (const days of ['30', '90']) await proposeForClient(person, authorizing, { days, history: '90', accounts }, by)
  expect(await db().app.count({ where: { userId: person.userId, agreedAt: null } })).toBe(1)
})

test.each(['Guichet', 'G u i c h e t', 'Banque 19870 Connect', 'b\u00c0nque 19870'])(
  '%s can’t be an app’s name',
  async name => {
    await db().bank.update({ where: { code: '19870' }, data: { name: 'Bànque 19870' } })
    const metadata = { client_name: name, redirect_uris: [redirectUri], logo_uri: 'https://bank.example/logo.svg' }
    const registering = async (client_name: string) => {
      const answer = await oauth.dynamicClientRegistrationRequest(await discover(), { ...metadata, client_name }, reach)
      return answer.json()
    }
    expect(await registering(name)).toMatchObject({ error: 'invalid_client_metadata' })
    // Nobody’s logo is taken either.
    expect(Object.keys(await registering('Budget'))).not.toContain('logo_uri')
  },
)

test('a registration is limited, and says what is wrong', async () => {
  const post = (body: string) =>
    register(
      new Request('http://localhost/oauth/register', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-guichet-peer': '192.0.2.99 1' },
      }),
    )
  const wrong = await post('{"redirect_uris":["http://app.example/"]}')
  expect([wrong.status, (await wrong.json()).error]).toEqual([400, 'invalid_redirect_uri'])
  expect((await post('{')).status).toBe(400)
  const answers = await Promise.all(
    Array.from({ length: 21 }, () => post('{"redirect_uris":["https://app.example/"]}')),
  )
  expect(answers.map(({ status }) => status).filter(status => status === 429)).toHaveLength(1)
})
