import { dayMs } from '@guichet/values/calendar/day.ts'
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
import { Refused, requireFound } from '#lib/domain/refusals/refused.ts'
import { isInOneOf, readNetwork } from '#lib/domain/requests/network.ts'
import type { Actor } from '#lib/domain/who.ts'
import type { ApiKeyChange, ApiKeyInput, ApiKeyView, ExpiringKey, NewApiKeyView } from '#lib/views/api-key.ts'
import { requirePayable } from './activation.ts'
import { holderOf, takeOverKeys } from './held-keys.ts'
import { mailKeyExpiring, notifyOwners } from './mails.ts'
import { inOrganisation, memberOf } from './members.ts'
import { auditOrganisation } from './organisations.ts'

/** C39. 256 random bits need no slow hash: SHA-256 costs a microsecond per request. */

type KeyRow = Prisma.ApiKeyGetPayload<object>

export type KeyIdentity = {
  readonly keyId: string
  readonly organisationId: string
  readonly mode: ApiMode
  /** By the holder's role now. */
  readonly scopes: readonly ApiScope[]
  /** Whose role limits it. */
  readonly userId: string
}

/** Per address. */
const wrongKeyLimit = { limit: 60, windowSeconds: 60 }
/** Not at every request. */
const touchMs = 60_000

/**
 * Shown once. Refusals: `not_found`; `not_allowed` (role, or scope); `invalid_input` (as `changeApiKey`, `keys`);
 * `requirePayable`'s for a live key.
 */
export async function createApiKey(
  { userId, organisationId }: Actor<'key.create'>,
  input: ApiKeyInput,
): Promise<NewApiKeyView> {
  const changeable = validateChange(input)
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

function validateChange({ name: typed, expiresOn = null, allowedNetworks: listed = [] }: ApiKeyChange) {
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

const limitsOf = ({ id: keyId, expiresAt, allowedNetworks }: KeyRow) => ({
  keyId,
  expiresOn: expiresAt === null ? 'never' : lastKeyDay(expiresAt),
  networks: allowedNetworks.length,
})

/**
 * From the next request; a later day revives an expired key. Refusals: `not_found`; `invalid_input` (`name`,
 * `expiresOn.<fault>`, `allowedNetworks.<index>.<fault>`, `allowedNetworks.too_many`).
 */
export async function changeApiKey(
  { userId, organisationId }: Actor<'key.change'>,
  keyId: string,
  input: ApiKeyChange,
): Promise<ApiKeyView> {
  const data = validateChange(input)
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

/** Newest first, revoked ones too. */
export async function listApiKeys({ organisationId, userId }: Actor<'key.read'>): Promise<readonly ApiKeyView[]> {
  const rows = await db().apiKey.findMany({ where: { organisationId }, orderBy: { createdAt: 'desc' }, take: 200 })
  return viewKeys(organisationId, rows, userId)
}

/** Refusals: `not_found`. */
export async function readApiKey({ organisationId, userId }: Actor<'key.read'>, keyId: string): Promise<ApiKeyView> {
  const row = requireFound(isUuid(keyId) && (await db().apiKey.findFirst({ where: { id: keyId, organisationId } })))
  return viewKey(row, userId)
}

/** Its owner's role limits it from now on; owners are mailed. Idempotent. Refusals: `not_found`, `not_allowed`. */
export async function takeOverKey(
  { userId, organisationId }: Actor<'key.take_over'>,
  keyId: string,
): Promise<ApiKeyView> {
  const row = await inOrganisation(organisationId, async tx => {
    await memberOf(userId, organisationId, 'ownership.write', tx)
    const where = { id: keyId, organisationId, revokedAt: null }
    const key = requireFound(isUuid(keyId) && (await tx.apiKey.findFirst({ where })))
    if (holderOf(key) !== userId) await takeOverKeys(tx, { organisationId, holderId: holderOf(key), userId }, where)
    return tx.apiKey.findFirstOrThrow({ where })
  })
  return viewKey(row, userId)
}

/** In every process at once; no fresh password, as it must be quick. Idempotent. Refusals: `not_found`. */
export async function revokeApiKey(
  { userId, organisationId }: Actor<'key.revoke'>,
  keyId: string,
): Promise<ApiKeyView> {
  const row = await db().$transaction(async tx => {
    const where = { id: keyId, organisationId }
    const known = requireFound(isUuid(keyId) && (await tx.apiKey.findFirst({ where })))
    const { count } = await tx.apiKey.updateMany({ where: { ...where, revokedAt: null }, data: { revokedAt: now() } })
    if (count > 0) {
      await auditOrganisation(tx, { userId, organisationId, action: 'api_key.revoked', detail: { keyId } })
      await notifyOwners(tx, keyNotification('key_revoked', known, userId))
    }
    return tx.apiKey.findFirstOrThrow({ where })
  })
  return viewKey(row, userId)
}

/** Within 14 days, next first. */
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

function expiringSoon() {
  const at = now()
  return { revokedAt: null, expiresAt: { gt: at, lte: new Date(at.getTime() + (keyWarningDays[0] + 2) * dayMs) } }
}

/** 14 and 3 days before, once each. Returns how many. */
export async function warnOfExpiringKeys(): Promise<number> {
  const rows = await db().apiKey.findMany({ where: expiringSoon(), orderBy: { expiresAt: 'asc' } })
  for (const { id, organisationId, name, mode, expiresAt } of rows) {
    const days = expiresAt === null ? null : dueKeyWarning(expiresAt, now())
    if (expiresAt === null || days === null) continue
    const key = { id, name, isTest: mode === 'test', expiresOn: lastKeyDay(expiresAt) }
    await mailKeyExpiring(db(), { organisationId, days, key })
  }
  return rows.length
}

/**
 * With the scopes its holder's role allows; not cached, so a revocation holds at once. Refusals: `key_not_valid`,
 * `key_expired`, `address_not_allowed`, `too_many_tries`. `onKnown`: of an existing key, even if refused.
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

/** Null if it can. */
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
