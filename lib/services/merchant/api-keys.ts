import { cleanText } from '@guichet/values/text/clean.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { hashOf, newSecret } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import { scopesOfRole } from '#lib/domain/acts.ts'
import {
  type ApiMode,
  type ApiScope,
  dueKeyWarning,
  findKeyEndFault,
  keyEndOf,
  keyState,
  keyWarningDays,
  lastKeyDay,
  maxApiKeys,
  maxNetworks,
  modeOfApiKey,
  scopesOf,
  writeApiKey,
} from '#lib/domain/merchant/api-key.ts'
import type { MemberRole } from '#lib/domain/merchant/membership.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { isInOneOf, readNetwork } from '#lib/domain/requests/network.ts'
import type { Actor } from '#lib/domain/who.ts'
import type { ApiKeyChange, ApiKeyInput, ApiKeyView, ExpiringKey, NewApiKeyView } from '#lib/views/api-key.ts'
import { requirePayable } from './activation.ts'
import { holderOf, takeOverKeys } from './held-keys.ts'
import { mailKeyExpiring, notifyOwners } from './mails.ts'
import { inOrganisation, memberOf } from './members.ts'
import { auditOrganisation } from './organisations.ts'

/**
 * API keys (C39). A key is 256 random bits and can't be guessed, so one round of SHA-256 protects a stolen table as well as a
 * slow hash would, and costs each request a microsecond instead of a tenth of a second. Slow hashes are for secrets that people
 * choose.
 */

type KeyRow = Prisma.ApiKeyGetPayload<object>

/** The API key of a request, and its organisation. */
export type KeyIdentity = {
  readonly keyId: string
  readonly organisationId: string
  readonly mode: ApiMode
  /** Those that the holder's role allows now. */
  readonly scopes: readonly ApiScope[]
  /** The member whose role limits it. */
  readonly userId: string
}

/** Wrong keys per address. */
const wrongKeyLimit = { limit: 60, windowSeconds: 60 }
/** The last use is stored once a minute at most, so that a busy key does not write at every request. */
const touchMs = 60_000

/**
 * Creates a key and returns it, once: it can't be read again. Refusals: `not_found` if the member left meanwhile; `not_allowed` if their
 * role does not allow it, naming the scope if it does not allow that; `invalid_input` (those of `changeApiKey`, and field `keys` if there are too many), and those of `requirePayable` for a
 * live key.
 */
export async function createApiKey(
  { userId, organisationId }: Actor<'key.create'>,
  input: ApiKeyInput,
): Promise<NewApiKeyView> {
  const changeable = soundChange(input)
  const key = writeApiKey(input.mode, newSecret())
  const row = await db().$transaction(async tx => {
    const { role } = await memberOf(userId, organisationId, 'developers.write', tx)
    const beyond = input.scopes.find(scope => !scopesOfRole(role).includes(scope))
    if (beyond !== undefined) throw new Refused('not_allowed', { field: beyond })
    if (input.mode === 'live') await requirePayable(tx, organisationId, input.mode)
    const count = await tx.apiKey.count({ where: { organisationId, revokedAt: null } })
    if (count >= maxApiKeys) throw new Refused('invalid_input', { field: 'keys' })
    const made = await tx.apiKey.create({
      data: {
        organisationId,
        ...changeable,
        mode: input.mode,
        scopes: [...scopesOf(input.scopes)],
        hash: hashOf(key),
        last4: key.slice(-4),
        createdByUserId: userId,
        createdAt: now(),
      },
    })
    const detail = { ...limitsOf(made), mode: made.mode, scopes: made.scopes.join(' ') }
    await auditOrganisation(tx, { userId, organisationId, action: 'api_key.created', detail })
    await notifyOwners(tx, keyNotification('key_created', made, userId))
    return made
  })
  return { key, view: await viewKey(row, userId) }
}

/** Name and limits as they are stored; throws `invalid_input` naming the first invalid one. */
function soundChange({ name: typed, expiresOn = null, allowedNetworks: listed = [] }: ApiKeyChange) {
  const refuse = (field: string): never => {
    throw new Refused('invalid_input', { field })
  }
  const name = cleanText(typed, 80)
  if (name === '') refuse('name')
  const fault = expiresOn === null ? null : findKeyEndFault(expiresOn, now())
  if (fault !== null) refuse(`expiresOn.${fault}`)
  const networks = listed.map((text, at) => {
    const read = readNetwork(text)
    return 'network' in read ? read.network : refuse(`allowedNetworks.${at}.${read.fault}`)
  })
  const allowedNetworks = [...new Set(networks)]
  if (allowedNetworks.length > maxNetworks) refuse('allowedNetworks.too_many')
  return { name, allowedNetworks, expiresAt: expiresOn === null ? null : keyEndOf(expiresOn) }
}

/** A key's limits for the audit trail. */
const limitsOf = ({ id: keyId, expiresAt, allowedNetworks }: KeyRow) => ({
  keyId,
  expiresOn: expiresAt === null ? 'never' : lastKeyDay(expiresAt),
  networks: allowedNetworks.length,
})

/**
 * Changes the name and the limits of a key; they hold from the next request. An expired key can be used again with a later day.
 * Refusals: `not_found`, also for a revoked key; `invalid_input` with the field `name`, `expiresOn.<fault>` (`past`, or `too_late` for
 * more than five years), `allowedNetworks.<index>.<fault>` (`readNetwork`) or `allowedNetworks.too_many`.
 */
export async function changeApiKey(
  { userId, organisationId }: Actor<'key.change'>,
  keyId: string,
  input: ApiKeyChange,
): Promise<ApiKeyView> {
  const data = soundChange(input)
  const row = await db().$transaction(async tx => {
    const where = { id: keyId, organisationId, revokedAt: null }
    const { count } = isUuid(keyId) ? await tx.apiKey.updateMany({ where, data }) : { count: 0 }
    if (count === 0) throw new Refused('not_found')
    const changed = await tx.apiKey.findFirstOrThrow({ where })
    await auditOrganisation(tx, { userId, organisationId, action: 'api_key.changed', detail: limitsOf(changed) })
    await notifyOwners(tx, keyNotification('key_changed', changed, userId))
    return changed
  })
  return viewKey(row, userId)
}

type KeyNotification = 'key_created' | 'key_changed' | 'key_revoked'

function keyNotification(what: KeyNotification, { organisationId, name, mode }: KeyRow, userId: string) {
  const event = { what, name, isTest: mode === 'test' }
  return { organisationId, userId, event, path: '/keys' } as const
}

/** All keys of an organisation, newest first; revoked ones stay listed. */
export async function listApiKeys({ organisationId, userId }: Actor<'key.read'>): Promise<readonly ApiKeyView[]> {
  const rows = await db().apiKey.findMany({ where: { organisationId }, orderBy: { createdAt: 'desc' }, take: 200 })
  return viewKeys(organisationId, rows, userId)
}

/** One key. Refusals: `not_found`. */
export async function readApiKey({ organisationId, userId }: Actor<'key.read'>, keyId: string): Promise<ApiKeyView> {
  const row = isUuid(keyId) ? await db().apiKey.findFirst({ where: { id: keyId, organisationId } }) : null
  if (row === null) throw new Refused('not_found')
  return viewKey(row, userId)
}

/**
 * Makes the actor, an owner, the holder of a key: from now on their role limits it, and it ends with their membership. Owners are mailed.
 * Idempotent. Refusals: `not_found`, also for a revoked key; `not_allowed` if they are no owner any more.
 */
export async function takeOverKey(
  { userId, organisationId }: Actor<'key.take_over'>,
  keyId: string,
): Promise<ApiKeyView> {
  const row = await inOrganisation(organisationId, async tx => {
    await memberOf(userId, organisationId, 'ownership.write', tx)
    const where = { id: keyId, organisationId, revokedAt: null }
    const key = isUuid(keyId) ? await tx.apiKey.findFirst({ where }) : null
    if (key === null) throw new Refused('not_found')
    if (holderOf(key) !== userId) await takeOverKeys(tx, { organisationId, holderId: holderOf(key), userId }, where)
    return tx.apiKey.findFirstOrThrow({ where })
  })
  return viewKey(row, userId)
}

/**
 * Revokes a key: the next request with it is refused, in every process. Idempotent. Requires no fresh password, because revoking
 * a stolen key must be quick. Refusals: `not_found`.
 */
export async function revokeApiKey(
  { userId, organisationId }: Actor<'key.revoke'>,
  keyId: string,
): Promise<ApiKeyView> {
  const row = await db().$transaction(async tx => {
    const where = { id: keyId, organisationId }
    const known = isUuid(keyId) ? await tx.apiKey.findFirst({ where }) : null
    if (!known) throw new Refused('not_found')
    const { count } = await tx.apiKey.updateMany({ where: { ...where, revokedAt: null }, data: { revokedAt: now() } })
    if (count > 0) {
      await auditOrganisation(tx, { userId, organisationId, action: 'api_key.revoked', detail: { keyId } })
      await notifyOwners(tx, keyNotification('key_revoked', known, userId))
    }
    return tx.apiKey.findFirstOrThrow({ where })
  })
  return viewKey(row, userId)
}

/** Keys of the actor's mode that expire within 14 days, the next first. */
export async function listExpiringKeys({ organisationId, mode }: Actor<'key.read'>): Promise<readonly ExpiringKey[]> {
  const rows = await db().apiKey.findMany({
    where: { organisationId, mode, ...expiringSoon() },
    orderBy: { expiresAt: 'asc' },
    take: 5,
  })
  return rows.flatMap(({ id, name, expiresAt }) =>
    expiresAt === null || dueKeyWarning(expiresAt, now()) === null
      ? []
      : [{ id, name, expiresOn: lastKeyDay(expiresAt) }],
  )
}

const dayMs = 24 * 60 * 60_000

function expiringSoon() {
  const at = now()
  return { revokedAt: null, expiresAt: { gt: at, lte: new Date(at.getTime() + (keyWarningDays[0] + 2) * dayMs) } }
}

/**
 * Mails the members who manage keys about every key that expires in 14 days, and again in 3. Once each, for a sweep. Returns how many keys
 * expire soon.
 */
export async function warnOfExpiringKeys(): Promise<number> {
  const rows = await db().apiKey.findMany({ where: expiringSoon(), orderBy: { expiresAt: 'asc' }, take: 500 })
  for (const { id, organisationId, name, mode, expiresAt } of rows) {
    const days = expiresAt === null ? null : dueKeyWarning(expiresAt, now())
    if (expiresAt === null || days === null) continue
    const key = { id, name, isTest: mode === 'test', expiresOn: lastKeyDay(expiresAt) }
    await mailKeyExpiring(db(), { organisationId, days, key })
  }
  return rows.length
}

/**
 * Finds the key of a request, with the scopes that its holder's role allows now: a key is worth no more than its holder, and nothing once
 * they are no member. Not cached, so that a revocation takes effect at once. Refusals: `key_not_valid`; `key_expired`;
 * `address_not_allowed`, with the address; `too_many_tries` for an address that sends many such keys. `onKnown` is told of a key that
 * exists, even if it is refused.
 */
export async function openApiKey(
  key: string | null,
  address: string,
  onKnown: (key: KeyIdentity) => void = () => undefined,
): Promise<KeyIdentity> {
  const row =
    key !== null && modeOfApiKey(key) !== null ? await db().apiKey.findUnique({ where: { hash: hashOf(key) } }) : null
  const role = row === null ? null : await roleOfHolder(row)
  const refusal = row === null || role === null ? new Refused('key_not_valid') : whyUnusable(row, address)
  if (row === null || role === null || refusal !== null) {
    await takeTry(`wrong-key:${address}`, wrongKeyLimit)
    if (row !== null) onKnown(identityOf(row, role))
    throw refusal
  }
  const identity = identityOf(row, role)
  onKnown(identity)
  if (row.lastUsedAt === null || now().getTime() - row.lastUsedAt.getTime() >= touchMs) {
    await db().apiKey.updateMany({
      where: { id: row.id, organisationId: row.organisationId },
      data: { lastUsedAt: now() },
    })
  }
  return identity
}

async function roleOfHolder(row: KeyRow): Promise<MemberRole | null> {
  const { organisationId } = row
  const key = { organisationId_userId: { organisationId, userId: holderOf(row) } }
  return (await db().membership.findUnique({ where: key, select: { role: true } }))?.role ?? null
}

function identityOf(row: KeyRow, role: MemberRole | null): KeyIdentity {
  const { id: keyId, organisationId, mode } = row
  return { keyId, organisationId, mode, scopes: scopesWithin(row, role), userId: holderOf(row) }
}

function scopesWithin({ scopes }: KeyRow, role: MemberRole | null): readonly ApiScope[] {
  const allowed = role === null ? [] : scopesOfRole(role)
  return scopesOf(scopes).filter(scope => allowed.includes(scope))
}

/** Why a key can't be used from an address now; null if it can. */
function whyUnusable(row: KeyRow, address: string): Refused | null {
  const state = keyState(row, now())
  if (state !== 'active') return new Refused(state === 'revoked' ? 'key_not_valid' : 'key_expired')
  const { allowedNetworks } = row
  if (allowedNetworks.length === 0 || isInOneOf(allowedNetworks, address)) return null
  return new Refused('address_not_allowed', { field: address })
}

const viewKey = async (row: KeyRow, userId: string): Promise<ApiKeyView> => {
  const [view] = await viewKeys(row.organisationId, [row], userId)
  if (view === undefined) throw new Refused('not_found')
  return view
}

async function viewKeys(
  organisationId: string,
  rows: readonly KeyRow[],
  userId: string,
): Promise<readonly ApiKeyView[]> {
  const ids = [...new Set(rows.flatMap(row => [row.createdByUserId, holderOf(row)]))]
  const [users, memberships] = await Promise.all([
    db().user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } }),
    db().membership.findMany({ where: { organisationId, userId: { in: ids } }, select: { userId: true, role: true } }),
  ])
  const names = new Map(users.map(({ id, name }) => [id, name]))
  const roles = new Map(memberships.map(one => [one.userId, one.role]))
  return rows.map(row => {
    const within = scopesWithin(row, roles.get(holderOf(row)) ?? null)
    return {
      id: row.id,
      mode: row.mode,
      name: row.name,
      label: `gk_${row.mode}_…${row.last4}`,
      scopes: [...scopesOf(row.scopes)],
      withheld: scopesOf(row.scopes).filter(scope => !within.includes(scope)),
      createdBy: names.get(row.createdByUserId) ?? '',
      holder: names.get(holderOf(row)) ?? '',
      isYours: holderOf(row) === userId,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      revokedAt: row.revokedAt?.toISOString() ?? null,
      state: keyState(row, now()),
      expiresOn: row.expiresAt === null ? null : lastKeyDay(row.expiresAt),
      allowedNetworks: row.allowedNetworks,
    }
  })
}
