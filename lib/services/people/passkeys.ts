import { cleanText } from '@guichet/values/text/clean.ts'
import { appendAudit } from '#lib/base/audit.ts'
import { isUuid } from '#lib/base/ids.ts'
import { takeTry } from '#lib/base/rate-limit.ts'
import { newSecret } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { networkOf } from '#lib/domain/requests/peer.ts'
import { readEnv } from '#lib/env.ts'
import type { NewPasskey, PasskeyQuestion, PasskeyView, UsedPasskey } from '#lib/views/passkey.ts'
import { markReauthenticated, requireFreshPassword } from './reauthenticate.ts'
import { mailSecurityChange } from './security-mails.ts'
import { requireVerifiedAddress } from './verification.ts'

/**
 * Passkeys (WebAuthn level 3): sign-in without password, and a substitute for the password where a fresh one is required. The authenticator
 * verifies the person (PIN, finger, face), so no second factor is asked for. A challenge is valid once, for five minutes, for one
 * purpose and one person.
 */

/** Loaded when somebody uses a passkey: with its own libraries it is a fifth of what a process would load at its start. */
const library = () => import('@simplewebauthn/server')

type PasskeyPurpose = 'add' | 'sign_in' | 'confirm'

/** EdDSA, ES256 and RS256 (COSE): the algorithms of current authenticators. */
const supportedAlgorithmIDs = [-8, -7, -257]
const challengeMs = 5 * 60_000
/** Per person. */
const maxPasskeys = 20
const networkLimit = { limit: 300, windowSeconds: 15 * 60 }

/** Our WebAuthn relying party: host and origins of the application's address. A demonstration is reached with http too. */
function relyingParty(): { readonly rpID: string; readonly origins: string[] } {
  const { hostname, host, origin } = new URL(readEnv('APP_URL'))
  return { rpID: hostname, origins: readEnv('LOCAL_TLS') === undefined ? [origin] : [origin, `http://${host}`] }
}

/** A person's passkeys, the oldest first. */
export async function listPasskeys(userId: string): Promise<PasskeyView[]> {
  const rows = await db().passkey.findMany({ where: { userId }, orderBy: { id: 'asc' } })
  return rows.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
    id,
    name,
    backedUp,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

type Person = { readonly userId: string; readonly name: string; readonly email: string; readonly authenticatedAt: Date }

/**
 * Registration options for a new passkey. Refuses reauthentication_required (C24), address_not_confirmed, not_allowed for somebody who has
 * twenty.
 */
export async function askNewPasskey({ userId, name, email, authenticatedAt }: Person): Promise<PasskeyQuestion> {
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
 * Stores a new passkey and notifies the person by mail. Refuses reauthentication_required (C24); address_not_confirmed; invalid_input (field `name`; `response`
 * for an answer to another challenge, of another origin, or without user verification); not_allowed as above.
 */
export async function addPasskey(
  { userId, authenticatedAt }: Person,
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
    // The same authenticator again, or somebody else's credential.
    if ((await tx.passkey.createMany({ data, skipDuplicates: true })).count === 0)
      throw new Refused('invalid_input', { field: 'response' })
    await mailSecurityChange(tx, userId, 'passkey_added')
    await appendAudit({ userId, stream: `user:${userId}`, action: 'passkey.added', ip }, tx)
  })
  return listPasskeys(userId)
}

/** Renames a passkey. Refuses invalid_input (field `name`), not_found for somebody else's. */
export async function renamePasskey(userId: string, passkeyId: string, name: string): Promise<PasskeyView[]> {
  const cleanName = cleanText(name, 60)
  if (cleanName === '') throw new Refused('invalid_input', { field: 'name' })
  if (!isUuid(passkeyId)) throw new Refused('not_found')
  const { count } = await db().passkey.updateMany({ where: { id: passkeyId, userId }, data: { name: cleanName } })
  if (count === 0) throw new Refused('not_found')
  return listPasskeys(userId)
}

/** Removes a passkey and notifies the person by mail. Refuses reauthentication_required (C24), not_found for somebody else's. */
export async function removePasskey(
  { userId, authenticatedAt }: Person,
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
  return listPasskeys(userId)
}

/** Authentication options for a browser without session: any passkey. Refuses too_many_tries for a network that asks for many. */
export async function askPasskey(ip: string): Promise<PasskeyQuestion> {
  await takeTry(`passkey:ip:${networkOf(ip)}`, networkLimit)
  return question('sign_in', null, [])
}

/** Authentication options for a passkey of this person. */
export async function askOwnPasskey(userId: string): Promise<PasskeyQuestion> {
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

/** The person of a passkey, to open a session for. Refuses wrong_credentials for every fault: nobody learns which passkeys exist. */
export async function signInWithPasskey(used: UsedPasskey, ip: string): Promise<{ userId: string }> {
  return { userId: await verifyUse('sign_in', null, used, ip) }
}

/**
 * A passkey instead of the password (C24): makes the person's session fresh. Refuses wrong_credentials, not_signed_in if the session has
 * ended meanwhile.
 */
export async function reauthenticateWithPasskey(
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  used: UsedPasskey,
  ip: string,
): Promise<void> {
  await verifyUse('confirm', userId, used, ip)
  await markReauthenticated({ userId, sessionId, by: 'passkey', ip })
}

/** Verifies a use, stores the counter and returns the person. */
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
  // No person was named, so the authenticator must do it (WebAuthn, section 7.2, step 6).
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
            // Compared below, which distinguishes a copied passkey from a forged answer.
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

/**
 * Stores a use. False if the signature counter did not increase although it is in use: the passkey was cloned (WebAuthn, section 6.1.1).
 * Of two parallel uses with the same counter, one succeeds.
 */
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

/** Consumes the challenge. Refuses wrong_credentials if it has expired or was made for another person or purpose. */
async function spendChallenge(purpose: PasskeyPurpose, userId: string | null, id: string): Promise<string> {
  const where = { id, purpose, userId, expiresAt: { gt: now() } }
  const row = await db().passkeyChallenge.findFirst({ where, select: { challenge: true } })
  const { count } = await db().passkeyChallenge.deleteMany({ where })
  if (!row || count === 0) throw new Refused('wrong_credentials')
  return row.challenge
}

/** Deletes expired challenges. For a sweep. */
export async function sweepChallenges(): Promise<void> {
  await db().passkeyChallenge.deleteMany({ where: { expiresAt: { lt: now() } } })
}

/** The user handle for authenticators: it identifies nobody. */
const handleOf = (userId: string) => Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'))
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
