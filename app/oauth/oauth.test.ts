import * as oauth from 'oauth4webapi'
import { beforeAll, describe, expect, test } from 'vitest'
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

/** The person agrees to both accounts; returns where the browser goes then. */
async function agree({ person, ids }: Owner, { query }: Client) {
  const authorizing = await readAuthorizing(query)
  if (authorizing.is !== 'asked') throw new Error(authorizing.is)
  const accounts = { balances: ids, transactions: ids, owners: [] }
  const id = await proposeForClient(person, authorizing, { days: '90', history: '90', accounts })
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
    expect(await read(again.access_token)).toBe(200)
    setClock(() => new Date(Date.now() + 61_000))
    await expect(refresh(server, client, tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect([await read(again.access_token), (await readApp(owner.person, id)).endedBy]).toEqual([401, 'setup_repeated'])
    setClock(null)
  })

  test('is refused a code twice, which ends the access, and one of another client or without its verifier', async () => {
    const { server, client, back, tokens } = await connected()
    await expect(exchange(server, client, back)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await read(tokens.access_token)).toBe(401)
    const owner = await anAppWithToken()
    const [one, other] = [await newClient(server), await newClient(server)]
    const { back: mine } = await agree(owner, one)
    const stolen = { ...other, state: one.state }
    await expect(exchange(server, stolen, mine)).rejects.toMatchObject({ error: 'invalid_grant' })
    await expect(exchange(server, { ...one, verifier: other.verifier }, mine)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect((await exchange(server, one, mine)).access_token).toMatch(/^gd_/)
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
  const asking = proposeForClient(owner.person, authorizing, { days: '90', history: '90', accounts })
  await expect(asking).rejects.toMatchObject({ code: 'invalid_input', field: 'accounts' })
})

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
