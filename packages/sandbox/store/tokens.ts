import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, prepared } from './open.ts'
import { date, nullable, type RowOf, table, text, word } from './table.ts'

export type Scope = 'aisp' | 'pisp' | 'cbpii' | 'manageRegistration'

/** Why a pair was revoked, for the desk. */
export type RevocationReason =
  | 'replaced'
  | 'wrong_scope'
  | 'tpp_revoked'
  | 'psu_revoked'
  | 'bank_revoked'
  | 'code_reused'
  | 'legal_delay'
  | 'bank_delay'
  | 'unregistered'

const columns = {
  pairId: text,
  bankCode: text,
  personId: nullable(text),
  clientId: text,
  organisationId: text,
  tppId: text,
  scope: word<Scope>(),
  /** The PSU's last strong authentication; the pair is valid for 180 days from it. */
  scaAt: nullable(date),
  issuedAt: date,
  accessHash: { ...text, more: 'UNIQUE' },
  accessExpiresAt: date,
  refreshHash: { ...nullable(text), more: 'UNIQUE' },
  codeHash: nullable(text),
  revokedAt: nullable(date),
  revokedBecause: nullable(word<RevocationReason>()),
}
const { refreshHash: _refresh, codeHash: _code, ...granted } = columns
const grants = table('token_pairs', granted)
const pairs = table('token_pairs', columns, {
  key: 'pair_id',
  rest: `DROP INDEX IF EXISTS token_pairs_one;
  DROP INDEX IF EXISTS token_pairs_expiry;
  CREATE UNIQUE INDEX IF NOT EXISTS token_pairs_one_per_role ON token_pairs (bank_code, person_id, tpp_id, scope)
    WHERE revoked_at IS NULL AND person_id IS NOT NULL AND scope <> 'pisp';
  CREATE INDEX IF NOT EXISTS token_pairs_code ON token_pairs (code_hash) WHERE code_hash IS NOT NULL;
  CREATE INDEX IF NOT EXISTS token_pairs_short_lived ON token_pairs (access_expires_at) WHERE refresh_hash IS NULL;`,
})
export const { schema } = pairs

/**
 * The rights of a pair of tokens. One valid pair per PSU, TPP and role, AISP or CBPII (document 1, tokens; bank:D11); a payment's
 * token is for that payment only. `personId` is null for client credentials.
 */
export type Grant = RowOf<typeof grants>

/** Tokens are returned once, in the answer; only their hashes are stored. */
export type IssuedTokens = { readonly grant: Grant; readonly accessToken: string; readonly refreshToken: string | null }

type PairOrder = Pick<Grant, 'bankCode' | 'personId' | 'clientId' | 'organisationId' | 'tppId' | 'scope' | 'scaAt'> & {
  readonly codeHash: string | null
  readonly now: Date
  readonly accessSeconds: number
}

/**
 * Issues a pair and revokes the previous one of the same PSU, TPP and role (AISP or CBPII) (document 1, tokens; bank:D11). Client
 * credentials and payments get no refresh token and revoke nothing: two payments of one PSU are independent.
 */
export function issueTokens(db: DatabaseSync, order: PairOrder): IssuedTokens {
  const accessToken = newToken()
  // The token of a payment's code is for its confirmation only, so there is no refresh token.
  const refreshToken = order.personId === null || order.scope === 'pisp' ? null : newToken()
  const pairId = randomUUID()
  return inTransaction(db, () => {
    if (order.personId === null || order.scope === 'pisp') forgetShortLivedTokens(db, order.now)
    else replacePairs(db, order)
    pairs.insert(db, {
      ...order,
      pairId,
      issuedAt: order.now,
      accessHash: hashToken(accessToken),
      accessExpiresAt: new Date(order.now.getTime() + order.accessSeconds * 1000),
      refreshHash: refreshToken === null ? null : hashToken(refreshToken),
    })
    const grant = findGrant(db, pairId)
    if (!grant) throw new Error('the pair just stored is not there')
    return { grant, accessToken, refreshToken }
  })
}

/**
 * A new access token for a pair; the previous one is invalid at once (bank:D8). With `rotate` a new refresh token too; otherwise
 * `refreshToken` is null and the presented one stays valid. Null if the pair was revoked meanwhile.
 */
export function renewTokens(
  db: DatabaseSync,
  pairId: string,
  how: { rotate: boolean; now: Date; accessSeconds: number },
): IssuedTokens | null {
  const accessToken = newToken()
  const refreshToken = how.rotate ? newToken() : null
  const renewed = {
    accessHash: hashToken(accessToken),
    accessExpiresAt: new Date(how.now.getTime() + how.accessSeconds * 1000),
    ...(refreshToken !== null && { refreshHash: hashToken(refreshToken) }),
  }
  const isRenewed = pairs.update(db, renewed, 'WHERE pair_id = ? AND revoked_at IS NULL', pairId) === 1
  const grant = isRenewed ? findGrant(db, pairId) : null
  return grant ? { grant, accessToken, refreshToken } : null
}

/** The grant of an access token, valid or not; null for one that was never issued or has been replaced. */
export function findGrantByAccessToken(db: DatabaseSync, token: string): Grant | null {
  return grants.find(db, 'WHERE access_hash = ?', hashToken(token))
}

/** The grant of a refresh token, valid or not; null for one that was never issued or has been replaced. */
export function findGrantByRefreshToken(db: DatabaseSync, token: string): Grant | null {
  return grants.find(db, 'WHERE refresh_hash = ?', hashToken(token))
}

/** The grant of a pair, valid or not; null if there is none. */
function findGrant(db: DatabaseSync, pairId: string): Grant | null {
  return grants.find(db, 'WHERE pair_id = ?', pairId)
}

/** Valid pairs of a PSU at a bank, for the screens and the desk. */
export function listGrants(db: DatabaseSync, bankCode: string, personId: string): Grant[] {
  const own = 'WHERE bank_code = ? AND person_id = ? AND revoked_at IS NULL ORDER BY issued_at'
  return grants.list(db, own, bankCode, personId)
}

/** Revokes both tokens of a pair (document 1, tokens). The first reason is kept. */
export function revokePair(db: DatabaseSync, pairId: string, because: RevocationReason, now: Date): void {
  grants.update(db, { revokedAt: now, revokedBecause: because }, 'WHERE pair_id = ? AND revoked_at IS NULL', pairId)
}

/** Revokes every pair of an application at all banks; with `keep`, only those of other scopes. */
export function revokePairsOfClient(db: DatabaseSync, clientId: string, keep: readonly Scope[], now: Date): void {
  const change = { revokedAt: now, revokedBecause: 'unregistered' } as const
  const others = "WHERE client_id = ? AND revoked_at IS NULL AND instr(?, ',' || scope || ',') = 0"
  grants.update(db, change, others, clientId, `,${keep.join(',')},`)
}

/** Revokes what a code issued when the code is used a second time (bank:D7). */
export function revokePairsOfCode(db: DatabaseSync, codeHash: string, now: Date): void {
  const change = { revokedAt: now, revokedBecause: 'code_reused' } as const
  grants.update(db, change, 'WHERE code_hash = ? AND revoked_at IS NULL', codeHash)
}

/** SHA-256 of a token or code in hex, as it is stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

function replacePairs(db: DatabaseSync, { bankCode, personId, tppId, scope, now }: PairOrder): void {
  grants.update(
    db,
    { revokedAt: now, revokedBecause: 'replaced' },
    'WHERE bank_code = ? AND person_id = ? AND tpp_id = ? AND scope = ? AND revoked_at IS NULL',
    bankCode,
    personId,
    tppId,
    scope,
  )
}

// Without a refresh token, an expired access token is treated like an unknown one. The clock may move back by months.
function forgetShortLivedTokens(db: DatabaseSync, now: Date): void {
  prepared(db, 'DELETE FROM token_pairs WHERE refresh_hash IS NULL AND access_expires_at < ?').run(
    now.getTime() - 800 * 86_400_000,
  )
}
