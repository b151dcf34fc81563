import { now } from '#lib/clock.ts'
import { db, type Prisma } from '#lib/db.ts'
import type { Actor } from '#lib/domain/merchant/actor.ts'
import {
  type ApiMode,
  type ApiScope,
  modeOfApiKey,
  mostApiKeys,
  scopesOf,
  writeApiKey,
} from '#lib/domain/merchant/api-key.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { cleanText } from '#lib/domain/text/clean.ts'
import { isUuid } from '#lib/services/ids.ts'
import { takeTry } from '#lib/services/people/limits.ts'
import { hashOf, newSecret } from '#lib/services/secrets.ts'
import type { ApiKeyInput, ApiKeyView, NewApiKeyView } from '#lib/views/api-key.ts'
import { requirePayable } from './activation.ts'
import { notifyOwners } from './mails.ts'
import { memberOf } from './members.ts'
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
  readonly scopes: readonly ApiScope[]
  /** Who created the key. */
  readonly userId: string
}

/** Wrong keys per address. */
const wrongKeyLimit = { limit: 60, windowSeconds: 60 }
/** The last use is stored once a minute at most, so that a busy key does not write at every request. */
const touchMs = 60_000

/**
 * Creates a key and returns it, once: it can't be read again. Refusals: `not_found` and `not_allowed` if the member lost the role
 * meanwhile, `invalid_input` (field `name`, or `keys` if there are too many), and those of `requirePayable` for a live key.
 */
export async function createApiKey(
  { userId, organisationId }: Actor<'key.create'>,
  input: ApiKeyInput,
): Promise<NewApiKeyView> {
  const name = cleanText(input.name, 80)
  if (name === '') throw new Refused('invalid_input', { field: 'name' })
  const key = writeApiKey(input.mode, newSecret())
  const row = await db().$transaction(async tx => {
    await memberOf(userId, organisationId, 'developers.write', tx)
    if (input.mode === 'live') await requirePayable(tx, organisationId, input.mode)
    const count = await tx.apiKey.count({ where: { organisationId, revokedAt: null } })
    if (count >= mostApiKeys) throw new Refused('invalid_input', { field: 'keys' })
    const made = await tx.apiKey.create({
      data: {
        organisationId,
        name,
        mode: input.mode,
        scopes: [...scopesOf(input.scopes)],
        hash: hashOf(key),
        last4: key.slice(-4),
        createdByUserId: userId,
        createdAt: now(),
      },
    })
    const detail = { keyId: made.id, mode: made.mode, scopes: made.scopes.join(' ') }
    await auditOrganisation(tx, { userId, organisationId, action: 'api_key.created', detail })
    await notifyOwners(tx, keyNotification('key_created', made, userId))
    return made
  })
  return { key, view: viewKey(row, await namesOf([row])) }
}

function keyNotification(what: 'key_created' | 'key_revoked', { organisationId, name, mode }: KeyRow, userId: string) {
  const event = { what, name, isTest: mode === 'test' }
  return { organisationId, userId, event, path: '/keys' } as const
}

/** All keys of an organisation, newest first; revoked ones stay listed. */
export async function listApiKeys({ organisationId }: Actor<'key.read'>): Promise<readonly ApiKeyView[]> {
  const rows = await db().apiKey.findMany({ where: { organisationId }, orderBy: { createdAt: 'desc' }, take: 200 })
  const names = await namesOf(rows)
  return rows.map(row => viewKey(row, names))
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
  return viewKey(row, await namesOf([row]))
}

/**
 * Finds the key of a request. Not cached, so that a revocation takes effect at once. Refusals: `key_not_valid`, `too_many_tries` for an
 * address that sends many wrong ones.
 */
export async function openApiKey(key: string | null, address: string): Promise<KeyIdentity> {
  const row =
    key !== null && modeOfApiKey(key) !== null ? await db().apiKey.findUnique({ where: { hash: hashOf(key) } }) : null
  if (!row || row.revokedAt !== null) {
    await takeTry(`wrong-key:${address}`, wrongKeyLimit)
    throw new Refused('key_not_valid')
  }
  if (row.lastUsedAt === null || now().getTime() - row.lastUsedAt.getTime() >= touchMs) {
    await db().apiKey.updateMany({
      where: { id: row.id, organisationId: row.organisationId },
      data: { lastUsedAt: now() },
    })
  }
  const { id: keyId, organisationId, scopes, createdByUserId: userId } = row
  return { keyId, organisationId, mode: row.mode, scopes: scopesOf(scopes), userId }
}

async function namesOf(rows: readonly KeyRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map(row => row.createdByUserId))]
  const users = await db().user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  return new Map(users.map(({ id, name }) => [id, name]))
}

function viewKey(row: KeyRow, names: ReadonlyMap<string, string>): ApiKeyView {
  return {
    id: row.id,
    mode: row.mode,
    name: row.name,
    label: `gk_${row.mode}_…${row.last4}`,
    scopes: [...scopesOf(row.scopes)],
    createdBy: names.get(row.createdByUserId) ?? '',
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }
}
