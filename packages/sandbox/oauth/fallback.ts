import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { groupDomain } from '#sandbox/banks.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { type Application, findApplication } from '#sandbox/store/applications.ts'
import { isFallbackUsed, noteFallbackUse } from '#sandbox/store/fallback.ts'

/** Time from the token call to the login: the TPP redirects its customer at once. */
const lifeSeconds = 300

/** What a fallback JWT allows a TPP: one login at one bank (document 1, fallback mode). */
export type FallbackAccess = {
  /** `jti` of the JWT, which `useFallbackJwt` uses up. */
  readonly id: string
  readonly bankCode: string
  readonly application: Application
  readonly expiresAt: Date
}

export type FallbackFault = 'malformed' | 'forged' | 'expired' | 'other_bank' | 'used' | 'unknown_application'

export type FallbackCheck =
  | { readonly ok: true; readonly access: FallbackAccess }
  | { readonly ok: false; readonly fault: FallbackFault }

/**
 * Whether a JWT in the query parameter `fallback` opens the login page of this bank: signed by us, for this bank, not older than
 * 300 seconds of the bank's clock, of an application that is still registered, and not used for a login yet.
 */
export async function checkFallbackJwt(sandbox: Sandbox, bankCode: string, jwt: string): Promise<FallbackCheck> {
  const read = await verify(sandbox, bankCode, jwt)
  if (typeof read === 'string') return { ok: false, fault: read }
  const application = findApplication(sandbox.db, read.clientId)
  if (!application || application.organisationId !== read.organisationId) {
    return { ok: false, fault: 'unknown_application' }
  }
  if (isFallbackUsed(sandbox.db, read.id)) return { ok: false, fault: 'used' }
  return { ok: true, access: { id: read.id, bankCode, application, expiresAt: read.expiresAt } }
}

/**
 * Uses a JWT up for its one login: true only the first time. Joins the caller's transaction, so that login and use are stored together.
 */
export function useFallbackJwt(sandbox: Sandbox, access: FallbackAccess): boolean {
  return noteFallbackUse(sandbox.db, { id: access.id, expiresAt: access.expiresAt, usedAt: sandbox.clock.now() })
}

/** The address of the bank's login page with a new JWT for this application (document 1: 302 with `Location`). */
export async function fallbackLocation(sandbox: Sandbox, bankCode: string, application: Application): Promise<string> {
  const issuedAt = Math.floor(sandbox.clock.now().getTime() / 1000)
  const jwt = await new SignJWT({ org: application.organisationId })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(bankCode)
    .setSubject(application.clientId)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifeSeconds)
    .sign(sandbox.pki.fallbackKey)
  return `${sandbox.screensOf(bankCode)}/fallback?fallback=${jwt}`
}

const issuer = `https://${groupDomain}`

type Claims = {
  readonly id: string
  readonly clientId: string
  readonly organisationId: string
  readonly expiresAt: Date
}

async function verify(sandbox: Sandbox, bankCode: string, jwt: string): Promise<Claims | FallbackFault> {
  try {
    const { payload } = await jwtVerify(jwt, publicKeyOf(sandbox.pki.fallbackKey), {
      algorithms: ['ES256'],
      issuer,
      audience: bankCode,
      currentDate: sandbox.clock.now(),
      requiredClaims: ['exp', 'jti', 'sub', 'org'],
    })
    return {
      id: String(payload.jti),
      clientId: String(payload.sub),
      organisationId: String(payload.org),
      expiresAt: new Date(Number(payload.exp) * 1000),
    }
  } catch (error) {
    return faultOf(error)
  }
}

function faultOf(error: unknown): FallbackFault {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') return 'other_bank'
  return error instanceof errors.JWSSignatureVerificationFailed ? 'forged' : 'malformed'
}

const publicKeys = new WeakMap<KeyObject, KeyObject>()

function publicKeyOf(privateKey: KeyObject): KeyObject {
  const known = publicKeys.get(privateKey) ?? createPublicKey(privateKey)
  publicKeys.set(privateKey, known)
  return known
}
