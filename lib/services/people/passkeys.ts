import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { networkOf } from '#lib/domain/requests/peer.ts'
import { cleanText } from '#lib/domain/text/clean.ts'
import { readEnv } from '#lib/env.ts'
import { appendAudit } from '#lib/services/audit.ts'
import { isUuid } from '#lib/services/ids.ts'
import { newSecret } from '#lib/services/secrets.ts'
import type { NewPasskey, PasskeyQuestion, PasskeyView, UsedPasskey } from '#lib/views/passkey.ts'
import { takeTry } from './limits.ts'
import { markReauthenticated, requireFreshPassword } from './reauthenticate.ts'
import { mailSecurityChange } from './security-mails.ts'

/**
 * Passkeys (WebAuthn level 3): a way in without the password, and as good as the password wherever a fresh one is asked for. Each
 * verifies its person itself (PIN, finger, face), so no second factor is asked for after it. A challenge is good once, for
 * five minutes, for the purpose and the person that it was made for.
 */

type PasskeyPurpose = 'add' | 'sign_in' | 'confirm'

/** EdDSA, ES256 and RS256 (COSE): what authenticators of today sign with. */
const supportedAlgorithmIDs = [-8, -7, -257]
const challengeMs = 5 * 60_000
/** Of one person. */
const mostPasskeys = 20
const networkLimit = { limit: 300, windowSeconds: 15 * 60 }

/** Who we are to an authenticator: the host and origin of the application's address. */
function relyingParty(): { readonly rpID: string; readonly origin: string } {
  const { hostname, origin } = new URL(readEnv('APP_URL'))
  return { rpID: hostname, origin }
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
 * What a browser is asked for a new passkey. Refuses reauthentication_required (C24), not_allowed for somebody who has twenty.
 */
export async function askNewPasskey({ userId, name, email, authenticatedAt }: Person): Promise<PasskeyQuestion> {
  requireFreshPassword({ authenticatedAt })
  const known = await db().passkey.findMany({ where: { userId }, select: { credentialId: true, transports: true } })
  if (known.length >= mostPasskeys) throw new Refused('not_allowed')
  const challenge = newSecret()
  const options = await generateRegistrationOptions({
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
  return { challengeId: await keepChallenge('add', userId, challenge), options: { ...options } }
}

/**
 * Keeps a new passkey and tells the person by mail. Refuses reauthentication_required (C24); invalid_input (field `name`; `response` for
 * an answer to another question, of another origin, or that does not verify its person); not_allowed as above.
 */
export async function addPasskey(
  { userId, authenticatedAt }: Person,
  { challengeId, name, response }: NewPasskey,
  ip: string,
): Promise<PasskeyView[]> {
  requireFreshPassword({ authenticatedAt })
  const cleanName = cleanText(name, 60)
  if (cleanName === '') throw new Refused('invalid_input', { field: 'name' })
  const challenge = await spendChallenge('add', userId, challengeId)
  const { rpID, origin } = relyingParty()
  const { transports, ...attested } = response.response
  const verified = await verifyRegistrationResponse({
    response: { ...response, authenticatorAttachment: undefined, response: attested } as never,
    supportedAlgorithmIDs,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) throw new Refused('invalid_input', { field: 'response' })
  const { credential, credentialBackedUp } = verified.registrationInfo
  await db().$transaction(async tx => {
    await tx.$queryRaw`SELECT "id" FROM "User" WHERE "id" = ${userId}::uuid FOR UPDATE`
    if ((await tx.passkey.count({ where: { userId } })) >= mostPasskeys) throw new Refused('not_allowed')
    const row = { userId, credentialId: credential.id, publicKey: Uint8Array.from(credential.publicKey) }
    const stated = { counter: credential.counter, transports: transports ?? [], backedUp: credentialBackedUp }
    const data = [{ ...row, ...stated, name: cleanName, createdAt: now() }]
    // The same authenticator once more, or somebody else's credential.
    if ((await tx.passkey.createMany({ data, skipDuplicates: true })).count === 0)
      throw new Refused('invalid_input', { field: 'response' })
    await mailSecurityChange(tx, userId, 'passkey_added')
    await appendAudit({ userId, stream: `user:${userId}`, action: 'passkey.added', ip }, tx)
  })
  return listPasskeys(userId)
}

/** Gives a passkey another name. Refuses invalid_input (field `name`), not_found for somebody else's. */
export async function renamePasskey(userId: string, passkeyId: string, name: string): Promise<PasskeyView[]> {
  const cleanName = cleanText(name, 60)
  if (cleanName === '') throw new Refused('invalid_input', { field: 'name' })
  if (!isUuid(passkeyId)) throw new Refused('not_found')
  const { count } = await db().passkey.updateMany({ where: { id: passkeyId, userId }, data: { name: cleanName } })
  if (count === 0) throw new Refused('not_found')
  return listPasskeys(userId)
}

/** Removes a passkey and tells the person by mail. Refuses reauthentication_required (C24), not_found for somebody else's. */
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

/** What a browser is asked where nobody is signed in: any passkey of ours. Refuses too_many_tries for a network that asks for many. */
export async function askPasskey(ip: string): Promise<PasskeyQuestion> {
  await takeTry(`passkey:ip:${networkOf(ip)}`, networkLimit)
  return question('sign_in', null, [])
}

/** What a browser is asked to prove who is there: a passkey of this person. */
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
  const options = await generateAuthenticationOptions({
    rpID: relyingParty().rpID,
    challenge: Buffer.from(challenge, 'base64url'),
    allowCredentials,
    timeout: challengeMs,
    userVerification: 'required',
  })
  return { challengeId: await keepChallenge(purpose, userId, challenge), options: { ...options } }
}

/** Whose passkey it was, for a session to be opened. Refuses wrong_credentials whatever is wrong: nobody learns which passkeys there are. */
export async function signInWithPasskey(used: UsedPasskey, ip: string): Promise<{ userId: string }> {
  return { userId: await verifyUse('sign_in', null, used, ip) }
}

/**
 * A passkey instead of the password (C24): the session of the person is fresh from now. Refuses wrong_credentials, not_signed_in when the
 * session has ended meanwhile.
 */
export async function reauthenticateWithPasskey(
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
  used: UsedPasskey,
  ip: string,
): Promise<void> {
  await verifyUse('confirm', userId, used, ip)
  await markReauthenticated({ userId, sessionId, by: 'passkey', ip })
}

/** Whose it is, after it was checked and its counter stored. */
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
  // Nobody named a person: the authenticator has to (WebAuthn, section 7.2, step 6).
  const isNamed = userHandle === undefined ? userId !== null : userHandle === toText(handleOf(owner))
  const { rpID, origin } = relyingParty()
  const verified = isNamed
    ? await verifyAuthenticationResponse({
        response: { ...response, authenticatorAttachment: undefined } as never,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        credential: {
          id: passkey.credentialId,
          publicKey: passkey.publicKey,
          // Compared below, which distinguishes a copied passkey from a forged answer.
          counter: 0,
          transports: passkey.transports,
        },
      }).catch(() => null)
    : null
  if (!verified?.verified) return refuse(owner, ip)
  const { newCounter, credentialBackedUp: backedUp } = verified.authenticationInfo
  const isCopied = !(await db().$transaction(tx => storeUse(tx, passkey, { counter: newCounter, backedUp })))
  return isCopied ? refuseCopy(owner, ip) : owner
}

/**
 * Stores that it was used. False when its counter did not go up though one of them counts: then there is a copy of it (WebAuthn, section
 * 6.1.1). Two uses at once with one counter are one.
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

async function keepChallenge(purpose: PasskeyPurpose, userId: string | null, challenge: string): Promise<string> {
  const expiresAt = new Date(now().getTime() + challengeMs)
  return (await db().passkeyChallenge.create({ data: { purpose, userId, challenge, expiresAt } })).id
}

/** Consumes the challenge. Refuses wrong_credentials for one that is over, or was another person's or purpose's. */
async function spendChallenge(purpose: PasskeyPurpose, userId: string | null, id: string): Promise<string> {
  const where = { id, purpose, userId, expiresAt: { gt: now() } }
  const row = await db().passkeyChallenge.findFirst({ where, select: { challenge: true } })
  const { count } = await db().passkeyChallenge.deleteMany({ where })
  if (!row || count === 0) throw new Refused('wrong_credentials')
  return row.challenge
}

/** Deletes challenges whose time is over, for a sweeper. */
export async function sweepChallenges(): Promise<void> {
  await db().passkeyChallenge.deleteMany({ where: { expiresAt: { lt: now() } } })
}

/** What an authenticator knows a person by: it names nobody. */
const handleOf = (userId: string) => Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'))
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
