import 'server-only'
import { cleanText } from '@guichet/values/text/clean.ts'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { z } from 'zod'
import { appendAudit } from '#lib/base/audit.ts'
import { openFromBrowser, sealForBrowser } from '#lib/base/sealed-cookie.ts'
import { hashOf, newSecret } from '#lib/base/secrets.ts'
import { now } from './clock.ts'
import { db, type Tx } from './db.ts'
import { Refused } from './domain/refusals/refused.ts'
import { readEnv } from './env.ts'
import { deviceSeconds } from './services/people/devices.ts'
import { pendingSeconds } from './services/people/second-factor.ts'
import { passwordStampOf } from './services/people/users.ts'
import { canMail } from './services/people/verification.ts'

/**
 * The cookie has 256 random bits, the database their SHA-256: a stolen dump opens nothing, a deleted row ends it
 * (C25). Twelve hours without a request, seven days in any case.
 */

export const sessionCookie = {
  name: '__Host-guichet.session',
  /** Lax: the bank redirects from another site (C8). */
  options: { httpOnly: true, secure: true, sameSite: 'lax', path: '/' },
} as const

const idleMs = 12 * 60 * 60 * 1000
export const absoluteSeconds = 7 * 24 * 60 * 60
const touchMs = 60 * 1000

export type CurrentSession = {
  readonly userId: string
  readonly sessionId: string
  readonly name: string
  readonly email: string
  readonly locale: 'fr' | 'en'
  /** When this session was read (C55). */
  readonly isConfirmed: boolean
  readonly isOperator: boolean
  /** Fresh password: C24. */
  readonly authenticatedAt: Date
}

export type SessionStart = {
  readonly userId: string
  readonly ip: string | null
  readonly userAgent: string | null
  /** services/people/users.ts. */
  readonly passwordStamp?: string
  /** No password given now (C24). */
  readonly isStale?: boolean
}

/**
 * The token for its cookie. The browser's previous session ends. `wrong_credentials` if the password changed since
 * it was checked.
 */
export async function openSession(
  { userId, ip, userAgent, passwordStamp, isStale = false }: SessionStart,
  previousToken: string | null,
): Promise<string> {
  const token = newSecret()
  const at = now()
  await db().$transaction(async tx => {
    if (passwordStamp !== undefined) await requirePassword(tx, userId, passwordStamp)
    if (previousToken) {
      const where = { tokenHash: hashOf(previousToken), revokedAt: null }
      await tx.session.updateMany({ where, data: { revokedAt: at } })
    }
    const row = await tx.session.create({
      data: {
        tokenHash: hashOf(token),
        userId,
        createdAt: at,
        lastSeenAt: at,
        authenticatedAt: isStale ? new Date(0) : at,
        idleExpiresAt: new Date(at.getTime() + idleMs),
        absoluteExpiresAt: new Date(at.getTime() + absoluteSeconds * 1000),
        userAgent: userAgent === null ? null : cleanText(userAgent, 200),
        ip,
      },
    })
    const event = { stream: `user:${userId}`, action: 'session.opened', detail: { sessionId: row.id } }
    await appendAudit({ userId, ip, ...event }, tx)
  })
  return token
}

/** A password change and this wait for each other. */
async function requirePassword(tx: Tx, userId: string, stamp: string): Promise<void> {
  const [row] = await tx.$queryRaw<{ passwordHash: string }[]>`
    SELECT "passwordHash" FROM "User" WHERE "id" = ${userId}::uuid FOR SHARE`
  if (!row || passwordStampOf(row.passwordHash) !== stamp) throw new Refused('wrong_credentials')
}

/** Extended by this visit; null if unknown or over. */
export async function findSession(token: string): Promise<CurrentSession | null> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null
  const at = now()
  const [row] = await db().$queryRaw<SessionRow[]>`
    SELECT session."id" AS "sessionId", session."userId", "name", "email", "locale", "authenticatedAt", "lastSeenAt",
      "emailVerifiedAt" IS NOT NULL AS "isConfirmed", "role" = 'operator' AS "isOperator"
    FROM "Session" AS session JOIN "User" AS person ON person."id" = session."userId"
    WHERE "tokenHash" = ${hashOf(token)} AND "revokedAt" IS NULL AND "idleExpiresAt" > ${at} AND "absoluteExpiresAt" > ${at}`
  if (!row) return null
  const { lastSeenAt, ...session } = row
  if (at.getTime() - lastSeenAt.getTime() > touchMs) await touch(session.sessionId, at)
  return { ...session, isConfirmed: session.isConfirmed || !canMail() }
}

type SessionRow = CurrentSession & { readonly lastSeenAt: Date }

async function touch(id: string, at: Date): Promise<void> {
  await db().session.updateMany({
    where: { id, revokedAt: null },
    data: { lastSeenAt: at, idleExpiresAt: new Date(at.getTime() + idleMs) },
  })
}

/** Whose session it is, or was. */
export async function userIdOf(token: string): Promise<string | null> {
  const row = await db().session.findUnique({ where: { tokenHash: hashOf(token) }, select: { userId: true } })
  return row?.userId ?? null
}

export async function closeSession(token: string): Promise<void> {
  const at = now()
  const row = await db().session.findUnique({ where: { tokenHash: hashOf(token) } })
  if (!row || row.revokedAt) return
  await db().$transaction(async tx => {
    await tx.session.updateMany({ where: { id: row.id, userId: row.userId }, data: { revokedAt: at } })
    const event = { stream: `user:${row.userId}`, action: 'session.closed', detail: { sessionId: row.id } }
    await appendAudit({ userId: row.userId, ...event }, tx)
  })
}

/** Valid or not. */
export async function readSessionToken(): Promise<string | null> {
  return (await cookies()).get(sessionCookie.name)?.value ?? null
}

/** After a password change. */
export async function setSessionCookie(token: string): Promise<void> {
  ;(await cookies()).set(sessionCookie.name, token, { ...sessionCookie.options, maxAge: absoluteSeconds })
}

const signUpCookie = '__Host-guichet.signup'

/** Its secret (verification.ts), and where the person was going. */
type SignUpBrowser = { readonly secret: string; readonly next: string | null }

/** Unchecked. */
export async function readSignUpBrowser(): Promise<SignUpBrowser | null> {
  const value = (await cookies()).get(signUpCookie)?.value
  if (value === undefined) return null
  const [secret = '', next = ''] = value.split('.')
  return { secret, next: ownPath(Buffer.from(next, 'base64url').toString('utf8')) }
}

/** As long as the mail's link; null forgets. */
export async function rememberSignUpBrowser(browser: SignUpBrowser | null): Promise<void> {
  const next = Buffer.from(browser?.next ?? '').toString('base64url')
  const [value, maxAge] = browser === null ? ['', 0] : [`${browser.secret}.${next}`, signUpSeconds]
  ;(await cookies()).set(signUpCookie, value, { ...sessionCookie.options, maxAge })
}
const signUpSeconds = 24 * 60 * 60

const deviceCookie = '__Host-guichet.device'

/** Unchecked (devices.ts). */
export async function readDevice(): Promise<string | null> {
  return (await cookies()).get(deviceCookie)?.value ?? null
}

export async function setDeviceCookie(token: string): Promise<void> {
  ;(await cookies()).set(deviceCookie, token, { ...sessionCookie.options, maxAge: deviceSeconds })
}

/** Null if signed out. Once per page. */
export const currentSession = cache(async (): Promise<CurrentSession | null> => {
  const token = await readSessionToken()
  return token ? findSession(token) : null
})

/** Others sign in and come back. */
export async function requireSession(): Promise<CurrentSession> {
  const session = await currentSession()
  if (session) return session
  const query = new URLSearchParams()
  if (await readSessionToken()) query.set('notice', 'session_ended')
  const path = ownPath((await headers()).get('x-guichet-path'))
  if (path) query.set('next', path)
  redirect(query.size > 0 ? `/signin?${query}` : '/signin')
}

/** A path of ours, or null: one slash first, this host however parsed, no control character. */
export function ownPath(text: string | null | undefined): string | null {
  if (!text || text.length > 500 || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)) return null
  const base = 'http://own.invalid'
  return URL.canParse(text, base) && new URL(text, base).origin === base ? text : null
}

export function authSecret(): string {
  return readEnv('AUTH_SECRET')
}

const pendingCookie = '__Host-guichet.pending'

/** Right password, code to come (second-factor.ts); unchecked. */
export async function readPending(): Promise<string | null> {
  return (await cookies()).get(pendingCookie)?.value ?? null
}

export async function keepPending(sealed: string | null): Promise<void> {
  const maxAge = sealed === null ? 0 : pendingSeconds
  ;(await cookies()).set(pendingCookie, sealed ?? '', { ...sessionCookie.options, maxAge })
}

const typedCookie = '__Host-guichet.typed'
const typedColumn = { row: 'form', column: 'cookie.typed' }
const typedSeconds = 120
/** A cookie holds 4 KB, and sealing adds a third. */
const typedLimit = 2_700

const Typed = z.record(z.string(), z.string())
export type Typed = Readonly<z.infer<typeof Typed>>

/** Of a refused form; never a password, never in a URL, sealed. Unchecked. */
export async function lastTyped(): Promise<Partial<Typed>> {
  const sealed = (await cookies()).get(typedCookie)?.value
  const rule = { schema: Typed, longestMs: typedSeconds * 1000 }
  return (await openFromBrowser(sealed, typedColumn, rule)) ?? {}
}

/** For two minutes, the fields that a cookie holds; null deletes. */
export async function rememberTyped(typed: Typed | null): Promise<void> {
  const [value, maxAge] = typed === null ? ['', 0] : [await sealForBrowser(fitting(typed), typedColumn), typedSeconds]
  ;(await cookies()).set(typedCookie, value, { ...sessionCookie.options, maxAge })
}

function fitting(typed: Typed): Typed {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(typed)) {
    if (Buffer.byteLength(JSON.stringify({ ...kept, [name]: value })) <= typedLimit) kept[name] = value
  }
  return kept
}
