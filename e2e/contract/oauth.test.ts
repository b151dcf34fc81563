import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { lookupLoopback } from '@guichet/stet/lookup.ts'
import * as oauth from 'oauth4webapi'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people } from '#testing/bank/customers.ts'
import { openBank } from '#testing/bank/open.ts'
import { authorizeAs } from '#testing/bank/screens.ts'
import { makeTpp, type TppFiles } from '#testing/bank/start.ts'

/**
 * The bank's OAuth, used by a client that shares no code with ours (oauth4webapi), over mutual TLS. It knows only the RFCs, so
 * what it accepts, any client can use.
 */
const at = openBank()
let client: oauth.Client
let agent: Agent
const auth = oauth.TlsClientAuth()

beforeAll(() => {
  client = { client_id: at.clientId }
  agent = agentOf(at.running.pki)
})
afterAll(() => agent.close())

function agentOf(files: TppFiles | null): Agent {
  const identity = files ? { cert: readFileSync(files.qwacCert), key: readFileSync(files.qwacKey) } : {}
  return new Agent({ connect: { ...identity, ca: readFileSync(at.running.pki.ca), lookup: lookupLoopback } })
}

const through =
  (dispatcher: Agent) =>
  async (url: string, options: oauth.CustomFetchOptions<'GET' | 'POST', oauth.ProtectedResourceRequestBody>) => {
    const { method, headers, body } = options
    const answer = await request(url, { dispatcher, method, headers, body: body ? String(body) : null })
    const fields = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
    const text = await answer.body.text()
    return new Response(text === '' ? null : text, { status: answer.statusCode, headers: fields })
  }
const wire = () => ({ [oauth.customFetch]: through(agent) })

function serverOf(bankCode: string): oauth.AuthorizationServer {
  const base = `${at.running.baseUrlOf(bankCode)}/stet/psd2/oauth`
  return {
    issuer: at.running.baseUrlOf(bankCode),
    authorization_endpoint: `${at.running.screensUrlOf(bankCode)}/stet/psd2/oauth/authorize`,
    token_endpoint: `${base}/token`,
    revocation_endpoint: `${base}/revoke`,
  }
}

type Authorized = { readonly parameters: URLSearchParams; readonly verifier: string; readonly redirectUri: string }

async function authorize(
  server: oauth.AuthorizationServer,
  person = people.lea as (typeof people)[keyof typeof people],
): Promise<Authorized> {
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const redirectUri = `${at.running.tppOrigin}/callback/${person.bankCode}`
  const url = new URL(server.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: redirectUri,
    scope: 'aisp',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const callback = await authorizeAs(person, url, 'approve')
  return { parameters: oauth.validateAuthResponse(server, client, callback, state), verifier, redirectUri }
}

async function exchange(server: oauth.AuthorizationServer, authorized: Authorized, verifier = authorized.verifier) {
  const { parameters, redirectUri } = authorized
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    auth,
    parameters,
    redirectUri,
    verifier,
    wire(),
  )
  return oauth.processAuthorizationCodeResponse(server, client, answer)
}

async function refresh(server: oauth.AuthorizationServer, refreshToken: string) {
  const answer = await oauth.refreshTokenGrantRequest(server, client, auth, refreshToken, wire())
  return oauth.processRefreshTokenResponse(server, client, answer)
}

describe('authorization code with PKCE', () => {
  test('authorize, exchange, refresh, revoke', async () => {
    const server = serverOf('19870')
    const tokens = await exchange(server, await authorize(server))
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 900 })
    expect(tokens.refresh_token).toBeTypeOf('string')
    const refreshed = await refresh(server, tokens.refresh_token ?? '')
    expect(refreshed.access_token).not.toBe(tokens.access_token)
    const revoked = await oauth.revocationRequest(
      server,
      client,
      auth,
      refreshed.refresh_token ?? tokens.refresh_token ?? '',
      wire(),
    )
    await oauth.processRevocationResponse(revoked)
    await expect(refresh(server, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
      status: 400,
    })
  })
})

describe('client credentials', () => {
  test('a payment token for our client_id', async () => {
    const server = serverOf('19870')
    const parameters = new URLSearchParams({ scope: 'pisp' })
    const answer = await oauth.clientCredentialsGrantRequest(server, client, auth, parameters, wire())
    await expect(oauth.processClientCredentialsResponse(server, client, answer)).resolves.toMatchObject({
      token_type: 'bearer',
    })
  })
})

describe('who may call (C15)', () => {
  const ask = async (files: TppFiles | null, clientId: string) => {
    const dispatcher = agentOf(files)
    try {
      const server = serverOf('19870')
      const parameters = new URLSearchParams({ scope: 'pisp' })
      const fetch = { [oauth.customFetch]: through(dispatcher) }
      const answer = await oauth.clientCredentialsGrantRequest(server, { client_id: clientId }, auth, parameters, fetch)
      return await oauth.processClientCredentialsResponse(server, { client_id: clientId }, answer)
    } finally {
      await dispatcher.close()
    }
  }

  test('no client certificate is refused', async () => {
    await expect(ask(null, client.client_id)).rejects.toThrow()
  })

  test('another TPP with our client_id: invalid_client', async () => {
    const other = await makeTpp(at.running.dataDir, {
      organisationId: 'PSDFR-ACPR-99999',
      name: 'Other',
      roles: ['PSP_AI', 'PSP_PI'],
    })
    await expect(ask(other, client.client_id)).rejects.toMatchObject({ error: 'invalid_client', status: 401 })
  })

  test('us with another’s client_id: invalid_client', async () => {
    await expect(ask(at.running.pki, randomUUID())).rejects.toMatchObject({ error: 'invalid_client', status: 401 })
  })
})
