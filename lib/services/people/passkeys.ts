import { cleanText } from '@guichet/values/text/clean.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { newSecret } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { networkOf } from '#lib/domain/requests/peer.ts'
import type { Person } from '#lib/domain/who.ts'
import { readEnv } from '#lib/env.ts'
import type { NewPasskey, PasskeyQuestion, PasskeyView, UsedPasskey } from '#lib/views/passkey.ts'
import { markReauthenticated, requireFreshPassword } from './reauthenticate.ts'
import { mailSecurityChange } from './security-mails.ts'
import { requireVerifiedAddress } from './verification.ts'

/**
 * WebAuthn level 3: instead of a password, also where a fresh one is required. The person is verified, so no second
 * factor. A challenge: once, five minutes, one purpose and person.
 */

/** A fifth of what a process would load at its start. */
const library = () => import('@simplewebauthn/server')

type PasskeyPurpose = 'add' | 'sign_in' | 'confirm'

/** EdDSA, ES256, RS256 (COSE). */
const supportedAlgorithmIDs = [-8, -7, -257]
const challengeMs = 5 * 60_000
const maxPasskeys = 20
const networkLimit = { limit: 300, windowSeconds: 15 * 60 }

/** Host and origins; a demonstration has http too. */
function relyingParty(): { readonly rpID: string; readonly origins: string[] } {
  const { hostname, host, origin } = new URL(readEnv('APP_URL'))
  return { rpID: hostname, origins: readEnv('LOCAL_TLS') === undefined ? [origin] : [origin, `http://${host}`] }
}

export async function listPasskeys({ userId }: Person): Promise<PasskeyView[]> {
  const rows = await db().passkey.findMany({ where: { userId }, orderBy: { id: 'asc' } })
  return rows.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
    id,
    name,
    backedUp,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

type SignedIn = Person & { readonly name: string; readonly email: string; readonly authenticatedAt: Date }

/** Registration options. Refusals: reauthentication_required (C24), address_not_confirmed, not_allowed with twenty. */
export async function askNewPasskey({ userId, name, email, authenticatedAt }: SignedIn): Promise<PasskeyQuestion> {
  requireFreshPassword({ authenticatedAt })
  await requireVerifiedAddress(userId, 'passkey.add')
  const known = await db().passkey.findMany({ where: { userId }, select: { credentialId: true, transports: true } })
  if (known.length >= maxPasskeys) throw new Refused('not_allowed')
  const challenge = newSecret()
  const options = await (await library()).generateRegistrationOptions({
    rpName: 'Guichet',
    rpID: relyingParty().rpID,
    challenge: Buffer.from(challenge, 'base64url'),
    userID: handleOf(userId),
    userName: email,
    userDisplayName: name,
    timeout: challengeMs,
    supportedAlgorithmIDs,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  })
  return { challengeId: await storeChallenge('add', userId, challenge), options: { ...options } }
}

/**
 * Mailed. Refusals: reauthentication_required (C24); address_not_confirmed; invalid_input (`name`, `response`);
 * not_allowed.
 */
export async function addPasskey(
  { userId, authenticatedAt }: SignedIn,
  { challengeId, name, response }: NewPasskey,
  ip: string,
): Promise<PasskeyView[]> {
  requireFreshPassword({ authenticatedAt })
  await requireVerifiedAddress(userId, 'passkey.add')
  const cleanName = cleanText(name, 60)
  if (cleanName === '') throw new Refused('invalid_input', { field: 'name' })
  const challenge = await spendChallenge('add', userId, challengeId)
  const { rpID, origins } = relyingParty()
  const { transports, ...attested } = response.response
  const verified = await (await library())
    .verifyRegistrationResponse({
      response: { ...response, authenticatorAttachment: undefined, response: attested } as never,
      supportedAlgorithmIDs,
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: rpID,
      requireUserVerification: true,
    })
    .catch(() => null)
  if (!verified?.verified) throw new Refused('invalid_input', { field: 'response' })
  const { credential, credentialBackedUp } = verified.registrationInfo
  await db().$transaction(async tx => {
    await tx.$queryRaw`SELECT "id" FROM "User" WHERE "id" = ${userId}::uuid FOR UPDATE`
    if ((await tx.passkey.count({ where: { userId } })) >= maxPasskeys) throw new Refused('not_allowed')
    const row = { userId, credentialId: credential.id, publicKey: Uint8Array.from(credential.publicKey) }
    const stated = { counter: credential.counter, transports: transports ?? [], backedUp: credentialBackedUp }
    const data = [{ ...row, ...stated, name: cleanName, createdAt: now() }]
    // Again, or somebody else's.
    if ((await tx.passkey.createMany({ data, skipDuplicates: true })).count === 0)
      throw new Refused('invalid_input', { field: 'response' })
    await mailSecurityChange(tx, userId, 'passkey_added')
    await appendAudit({ userId, stream: `user:${userId}`, action: 'passkey.added', ip }, tx)
  })
  return listPasskeys({ userId })
}

/** Refusals: invalid_input (`name`), not_found. */
export async function renamePasskey({ userId }: Person, passkeyId: string, name: string): Promise<PasskeyView[]> {
  const cleanName = cleanText(name, 60)
  if (cleanName === '') throw new Refused('invalid_input', { field: 'name' })
  if (!isUuid(passkeyId)) throw new Refused('not_found')
  const { count } = await db().passkey.updateMany({ where: { id: passkeyId, userId }, data: { name: cleanName } })
  if (count === 0) throw new Refused('not_found')
  return listPasskeys({ userId })
}

/** Mailed. Refusals: reauthentication_required (C24), not_found. */
export async function removePasskey(
  { userId, authenticatedAt }: SignedIn,
  passkeyId: string,
  ip: string,
): Promise<PasskeyView[]> {
  requireFreshPassword({ authenticatedAt })
  if (!isUuid(passkeyId)) throw new Refused('not_found')
  await db().$transaction(async tx => {
    const { count } = await tx.passkey.deleteMany({ where: { id: passkeyId, userId } })
    if (count === 0) throw new Refused('not_found')
    await mailSecurityChange(tx, userId, 'passkey_removed')
    await appendAudit({ userId, stream: `user:${userId}`, action: 'passkey.removed', ip }, tx)
  })
  return listPasskeys({ userId })
}

/** Any passkey. Refuses too_many_tries. */
export async function askPasskey(ip: string): Promise<PasskeyQuestion> {
  await takeTry(`passkey:ip:${networkOf(ip)}`, networkLimit)
  return question('sign_in', null, [])
}

export async function askOwnPasskey({ userId }: Person): Promise<PasskeyQuestion> {
  await takeTry(`passkey:${userId}`, networkLimit)
  const known = await db().passkey.findMany({ where: { userId }, select: { credentialId: true, transports: true } })
  const allowed = known.map(({ credentialId, transports }) => ({ id: credentialId, transports }))
  return question('confirm', userId, allowed)
}

async function question(
  purpose: PasskeyPurpose,
  userId: string | null,
  allowCredentials: { id: string; transports: string[] }[],
): Promise<PasskeyQuestion> {
  const challenge = newSecret()
  const options = await (await library()).generateAuthenticationOptions({
    rpID: relyingParty().rpID,
    challenge: Buffer.from(challenge, 'base64url'),
    allowCredentials,
    timeout: challengeMs,
    userVerification: 'required',
  })
  return { challengeId: await storeChallenge(purpose, userId, challenge), options: { ...options } }
}

/** wrong_credentials for every fault: nobody learns which exist. */
export async function signInWithPasskey(used: UsedPasskey, ip: string): Promise<{ userId: string }> {
  return { userId: await verifyUse('sign_in', null, used, ip) }
}

/** C24. Refusals: wrong_credentials, not_signed_in. */
export async function reauthenticateWithPasskey(
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  used: UsedPasskey,
  ip: string,
): Promise<void> {
  await verifyUse('confirm', userId, used, ip)
  await markReauthenticated({ userId, sessionId, by: 'passkey', ip })
}

async function verifyUse(
  purpose: PasskeyPurpose,
  userId: string | null,
  { challengeId, response }: UsedPasskey,
  ip: string,
): Promise<string> {
  const challenge = await spendChallenge(purpose, userId, challengeId)
  const passkey = await db().passkey.findUnique({ where: { credentialId: response.id } })
  if (!passkey || (userId !== null && passkey.userId !== userId)) throw new Refused('wrong_credentials')
  const owner = passkey.userId
  const { userHandle } = response.response
  // WebAuthn § 7.2, step 6.
  const isNamed = userHandle === undefined ? userId !== null : userHandle === toText(handleOf(owner))
  const { rpID, origins } = relyingParty()
  const verified = isNamed
    ? await (await library())
        .verifyAuthenticationResponse({
          response: { ...response, authenticatorAttachment: undefined } as never,
          expectedChallenge: challenge,
          expectedOrigin: origins,
          expectedRPID: rpID,
          requireUserVerification: true,
          credential: {
            id: passkey.credentialId,
            publicKey: passkey.publicKey,
            // Compared below: tells a copy from a forgery.
            counter: 0,
            transports: passkey.transports,
          },
        })
        .catch(() => null)
    : null
  if (!verified?.verified) return refuse(owner, ip)
  const { newCounter, credentialBackedUp: backedUp } = verified.authenticationInfo
  const isCopied = !(await db().$transaction(tx => storeUse(tx, passkey, { counter: newCounter, backedUp })))
  return isCopied ? refuseCopy(owner, ip) : owner
}

/** False: the counter did not increase (WebAuthn § 6.1.1). Of two, one succeeds. */
async function storeUse(
  tx: Tx,
  { id, userId }: { readonly id: string; readonly userId: string },
  { counter, backedUp }: { readonly counter: number; readonly backedUp: boolean },
): Promise<boolean> {
  const isGood = counter === 0 ? { equals: 0 } : { lt: counter }
  const { count } = await tx.passkey.updateMany({
    where: { id, userId, counter: isGood },
    data: { counter, backedUp, lastUsedAt: now() },
  })
  return count === 1
}

async function refuse(userId: string, ip: string): Promise<never> {
  await appendAudit({ userId, stream: `user:${userId}`, action: 'passkey.refused', ip })
  throw new Refused('wrong_credentials')
}

async function refuseCopy(userId: string, ip: string): Promise<never> {
  await db().$transaction(async tx => {
    await mailSecurityChange(tx, userId, 'passkey_copied')
    await appendAudit({ userId, stream: `user:${userId}`, action: 'passkey.copied', ip }, tx)
  })
  throw new Refused('wrong_credentials')
}

async function storeChallenge(purpose: PasskeyPurpose, userId: string | null, challenge: string): Promise<string> {
  const expiresAt = new Date(now().getTime() + challengeMs)
  return (await db().passkeyChallenge.create({ data: { purpose, userId, challenge, expiresAt } })).id
}

/** Refuses wrong_credentials. */
async function spendChallenge(purpose: PasskeyPurpose, userId: string | null, id: string): Promise<string> {
  const where = { id, purpose, userId, expiresAt: { gt: now() } }
  const row = await db().passkeyChallenge.findFirst({ where, select: { challenge: true } })
  const { count } = await db().passkeyChallenge.deleteMany({ where })
  if (!row || count === 0) throw new Refused('wrong_credentials')
  return row.challenge
}

export async function sweepChallenges(): Promise<void> {
  await db().passkeyChallenge.deleteMany({ where: { expiresAt: { lt: now() } } })
}

/** Identifies nobody. */
const handleOf = (userId: string) => Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'))
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
