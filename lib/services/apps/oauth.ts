import { foldText } from '@guichet/values/text/clean.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { derivedFrom, hashOf, newSecret } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, Prisma, type Tx } from '#lib/db.ts'
import { appGrants, appState, writeAccessToken } from '#lib/domain/apps/allowance.ts'
import {
  type AuthorizeAsked,
  accessSeconds,
  graceSeconds,
  isRegisteredUri,
  isVerifierOf,
  type OAuthError,
  readAuthorize,
  readRegistration,
} from '#lib/domain/apps/oauth.ts'
import { findKnownBrand } from '#lib/domain/merchant/known-brand.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Person } from '#lib/domain/who.ts'
import { readEnv } from '#lib/env.ts'
import { pageAt } from '#lib/services/mail/queue.ts'
import { type AppInput, end, issuer, lockBySetup, Pending, proposeApp } from './allow.ts'
import { mailAppChange } from './mails.ts'
import { countWrong, type Reader } from './reading.ts'

/** The authorization server for programs that registered themselves. */

/** Per address, and of all. */
const registerLimits = { one: { limit: 20, windowSeconds: 3_600 }, all: { limit: 1_000, windowSeconds: 3_600 } }
/** Choices for apps that ask, per client and per address. */
const chooseLimits = { client: { limit: 2_000, windowSeconds: 3_600 }, address: { limit: 120, windowSeconds: 3_600 } }

/** Where a token may be used. */
const resources = () => [pageAt('/mcp'), pageAt('/api/data/v1'), new URL(readEnv('APP_URL')).origin]

/** RFC 8414. */
export function authorizationServer() {
  return {
    issuer: issuer(),
    authorization_endpoint: pageAt('/oauth/authorize'),
    token_endpoint: pageAt('/oauth/token'),
    registration_endpoint: pageAt('/oauth/register'),
    revocation_endpoint: pageAt('/oauth/revoke'),
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: appGrants,
    authorization_response_iss_parameter_supported: true,
  }
}

/** RFC 9728, of the assistant's endpoint. */
export function protectedResource() {
  return {
    resource: pageAt('/mcp'),
    authorization_servers: [issuer()],
    scopes_supported: appGrants,
    bearer_methods_supported: ['header'],
  }
}

/** RFC 7591. Refusals: `too_many_tries`. */
export async function registerClient(body: unknown, { address }: Reader): Promise<object | OAuthError> {
  const read = readRegistration(body)
  if ('error' in read) return read
  await takeTry(`oauth.register:${address}`, registerLimits.one)
  await takeTry('oauth.register', registerLimits.all)
  const { name, redirectUris } = read
  if (await isOfABank(name)) {
    return { error: 'invalid_client_metadata', description: 'client_name: not the name of a bank, nor ours.' }
  }
  const { id, createdAt } = await db().appClient.create({
    data: { name, redirectUris: [...redirectUris], createdAt: now() },
  })
  return {
    client_id: id,
    client_id_issued_at: Math.floor(createdAt.getTime() / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  }
}

/** A person who reads it would believe that their bank asks. */
async function isOfABank(name: string): Promise<boolean> {
  if (findKnownBrand(name) === 'Guichet') return true
  const [given, banks] = [foldText(name), await db().bank.findMany({ select: { name: true } })]
  return banks.some(bank => given.includes(foldText(bank.name)))
}

export type Authorizing =
  /** Nothing may be sent anywhere. */
  | { readonly is: 'unknown_client' | 'unknown_redirect' }
  | {
      readonly is: 'refused'
      readonly name: string
      readonly redirectUri: string
      readonly state: string | null
      readonly error: OAuthError
    }
  | { readonly is: 'asked'; readonly clientId: string; readonly name: string; readonly asked: AuthorizeAsked }

export async function readAuthorizing(query: Readonly<Record<string, string>>): Promise<Authorizing> {
  const { client_id: clientId, redirect_uri: redirectUri = '' } = query
  const client = isUuid(clientId) ? await db().appClient.findUnique({ where: { id: clientId } }) : null
  if (!client || client.suspendedAt !== null) return { is: 'unknown_client' }
  if (!isRegisteredUri(redirectUri, client.redirectUris)) return { is: 'unknown_redirect' }
  const asked = readAuthorize(query, resources())
  if ('error' in asked)
    return { is: 'refused', name: client.name, redirectUri, state: query.state ?? null, error: asked }
  return { is: 'asked', clientId: client.id, name: client.name, asked }
}

/** Keeps what the person chose for an app that asks, within what it asked for. Refusals: as `proposeApp`, `too_many_tries`. */
export async function proposeForClient(
  person: Person,
  { clientId, name, asked }: Extract<Authorizing, { is: 'asked' }>,
  input: Omit<AppInput, 'kind' | 'name'>,
  { address }: Pick<Reader, 'address'>,
): Promise<string> {
  await takeTry(`oauth.choose:${clientId}`, chooseLimits.client)
  await takeTry(`oauth.choose:${address}`, chooseLimits.address)
  const beyond = appGrants.find(grant => !asked.grants.includes(grant) && input.accounts[grant].length > 0)
  if (beyond !== undefined) throw new Refused('invalid_input', { field: 'accounts' })
  // Of choices for the same app the last counts.
  await db().app.deleteMany({ where: { userId: person.userId, clientId, agreedAt: null } })
  const appId = await proposeApp(person, null, { ...input, kind: 'oauth', name })
  const { redirectUri, state, challenge } = asked
  const data = { clientId, request: { redirectUri, state, challenge } }
  await db().app.updateMany({ where: { id: appId, userId: person.userId }, data })
  return appId
}

type Tokens = {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

const invalid = (description: string): OAuthError => ({ error: 'invalid_grant', description })

/** The token endpoint. Refusals: `too_many_tries`. */
export async function giveTokens(form: Readonly<Record<string, string>>, by: Reader): Promise<Tokens | OAuthError> {
  const { grant_type = '' } = form
  const grant = grants.get(grant_type)
  if (!grant)
    return { error: 'unsupported_grant_type', description: 'grant_type: authorization_code or refresh_token.' }
  const given = await db().$transaction(tx => grant(tx, form))
  if ('error' in given) await countWrong(by)
  return given
}

const grants = new Map([
  ['authorization_code', exchange],
  ['refresh_token', refresh],
])

/** A code is good once: a second use ends the access, since one of the two had it from somebody else. */
async function exchange(tx: Tx, form: Readonly<Record<string, string>>): Promise<Tokens | OAuthError> {
  const { code = '', code_verifier = '', redirect_uri, client_id = '' } = form
  const setupHash = hashOf(code)
  await lockBySetup(tx, setupHash)
  const app = await findOfClient(tx, client_id, { setupHash })
  if (!app) return invalid('code: unknown to this client.')
  if (app.claimedAt !== null) return endRepeated(tx, app)
  const pending = Pending.safeParse(app.request).data
  const isOpen = appState(app, now()) === 'waiting' && app.setupUntil !== null && app.setupUntil > now()
  if (!pending || !isOpen) return invalid('code: it has expired. Authorize again.')
  if (redirect_uri !== undefined && redirect_uri !== pending.redirectUri)
    return invalid('redirect_uri: not the one that was asked for.')
  if (!isVerifierOf(code_verifier, pending.challenge)) return invalid('code_verifier: it does not fit the challenge.')
  const data = { claimedAt: now(), setupSealed: null, request: Prisma.DbNull }
  return give(tx, app, { access: newSecret(), refresh: newSecret() }, data)
}

async function findOfClient(tx: Tx, id: string, where: Prisma.AppWhereInput): Promise<Row | null> {
  if (!isUuid(id)) return null
  return tx.app.findFirst({ where: { kind: 'oauth', ...where, clientId: id }, include: withAccounts })
}

async function refresh(
  tx: Tx,
  { refresh_token = '', client_id = '' }: Readonly<Record<string, string>>,
): Promise<Tokens | OAuthError> {
  const hash = hashOf(refresh_token)
  await tx.$queryRaw`SELECT 1 FROM "App" WHERE "refreshHash" = ${hash} OR "previousHash" = ${hash} FOR UPDATE`
  const either = { OR: [{ refreshHash: hash }, { previousHash: hash }] }
  const app = await findOfClient(tx, client_id, either)
  if (!app || appState(app, now()) !== 'active') {
    return invalid('refresh_token: unknown, or the person has ended the access.')
  }
  // Two calls at once, or one repeated, get the same tokens.
  const after = (purpose: string) => derivedFrom(refresh_token, { secret: readEnv('AUTH_SECRET'), purpose })
  const next = { access: after('access token of an app'), refresh: after('refresh token of an app') }
  if (app.refreshHash === hash) {
    const previousUntil = new Date(now().getTime() + graceSeconds * 1000)
    return give(tx, app, next, { previousHash: hash, previousUntil })
  }
  return app.previousUntil !== null && app.previousUntil > now() ? give(tx, app, next, {}) : endRepeated(tx, app)
}

const withAccounts = { accounts: true, client: true } as const
type Row = Prisma.AppGetPayload<{ include: typeof withAccounts }>

async function endRepeated(tx: Tx, { id, userId, name }: Row): Promise<OAuthError> {
  const ended = await end(tx, { id, userId }, 'setup_repeated')
  if (ended) await mailAppChange(tx, userId, { template: 'app_setup_repeated', appId: id, name })
  return invalid('It was used before, so the access has ended. Authorize again.')
}

async function give(
  tx: Tx,
  { id, userId, accounts }: Row,
  { access, refresh: refresh_token }: { readonly access: string; readonly refresh: string },
  data: Prisma.AppUpdateManyMutationInput,
): Promise<Tokens | OAuthError> {
  const access_token = writeAccessToken(access)
  const accessUntil = new Date(now().getTime() + accessSeconds * 1000)
  const tokens = { accessHash: hashOf(access_token), accessUntil, refreshHash: hashOf(refresh_token) }
  const { count } = await tx.app.updateMany({ where: { id, userId, endedAt: null }, data: { ...data, ...tokens } })
  if (count === 0) return invalid('The access has ended meanwhile.')
  const scope = appGrants.filter(grant => accounts.some(account => account[grant])).join(' ')
  return { access_token, token_type: 'Bearer', expires_in: accessSeconds, refresh_token, scope }
}

/** RFC 7009: either token ends the access; unknown ones are no error. */
export async function revokeTokens(
  { token = '', client_id = '' }: Readonly<Record<string, string>>,
  by: Reader,
): Promise<void> {
  const hash = hashOf(token)
  await db().$transaction(async tx => {
    const app = await tx.app.findFirst({ where: { kind: 'oauth', OR: [{ accessHash: hash }, { refreshHash: hash }] } })
    if (app?.clientId === client_id) await end(tx, app, 'by_app')
    else await countWrong(by)
  })
}
