import 'server-only'
import { cleanText } from '@guichet/values/text/clean.ts'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { now } from './clock.ts'
import { db, type Tx } from './db.ts'
import { Refused } from './domain/refusals/refused.ts'
import { readEnv } from './env.ts'
import { appendAudit } from './services/audit.ts'
import { deviceSeconds } from './services/people/devices.ts'
import { pendingSeconds } from './services/people/second-factor.ts'
import { passwordStampOf } from './services/people/users.ts'
import { canMail } from './services/people/verification.ts'
import { hashOf, newSecret } from './services/secrets.ts'

/**
 * Sessions. The cookie holds 256 random bits, the database their SHA-256: a stolen dump opens no session, and deleting
 * the row ends it at once (C25). A session expires after twelve hours without a request, so that an evening's visit
 * needs one sign-in and a forgotten browser a new one, and after seven days in any case.
 */

export const sessionCookie = {
  name: '__Host-guichet.session',
  /** Lax, not Strict, because the bank redirects from another site (C8). */
  options: { httpOnly: true, secure: true, sameSite: 'lax', path: '/' },
} as const

const idleMs = 12 * 60 * 60 * 1000
export const absoluteSeconds = 7 * 24 * 60 * 60
/** The last visit is stored once a minute. */
const touchMs = 60 * 1000

export type CurrentSession = {
  readonly userId: string
  readonly sessionId: string
  readonly name: string
  readonly email: string
  readonly locale: 'fr' | 'en'
  /** Whether the address was confirmed when this session was read; acts that need it check this (C55). */
  readonly isConfirmed: boolean
  /** When the password was last given; acts that need a fresh one check this (C24). */
  readonly authenticatedAt: Date
}

export type SessionStart = {
  readonly userId: string
  readonly ip: string | null
  readonly userAgent: string | null
  /** The password that was given (services/people/users.ts). */
  readonly passwordStamp?: string
  /** No password was given now: what needs a fresh one asks for it (C24). */
  readonly isStale?: boolean
}

/**
 * Opens a session and returns the token for its cookie. A previous session of the browser ends, so sign-in always
 * rotates. Refuses `wrong_credentials` if the password was changed since it was checked, because a change ends all
 * sessions.
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

/** Locks, so that a password change and this session wait for each other. */
async function requirePassword(tx: Tx, userId: string, stamp: string): Promise<void> {
  const [row] = await tx.$queryRaw<{ passwordHash: string }[]>`
    SELECT "passwordHash" FROM "User" WHERE "id" = ${userId}::uuid FOR SHARE`
  if (!row || passwordStampOf(row.passwordHash) !== stamp) throw new Refused('wrong_credentials')
}

/** The session of a cookie's token, extended by this visit; null if unknown, ended or expired. */
export async function findSession(token: string): Promise<CurrentSession | null> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null
  const at = now()
  const row = await db().session.findUnique({ where: { tokenHash: hashOf(token) }, include: { user: true } })
  if (!row || row.revokedAt || row.idleExpiresAt <= at || row.absoluteExpiresAt <= at) return null
  if (at.getTime() - row.lastSeenAt.getTime() > touchMs) await touch(row.id, at)
  const { id: userId, name, email, locale, emailVerifiedAt } = row.user
  return {
    userId,
    sessionId: row.id,
    name,
    email,
    locale,
    isConfirmed: emailVerifiedAt !== null || !canMail(),
    authenticatedAt: row.authenticatedAt,
  }
}

async function touch(id: string, at: Date): Promise<void> {
  await db().session.updateMany({
    where: { id, revokedAt: null },
    data: { lastSeenAt: at, idleExpiresAt: new Date(at.getTime() + idleMs) },
  })
}

/** Ends the session of a token, if there is one. */
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

/** The token in this request's cookie, valid or not. */
export async function readSessionToken(): Promise<string | null> {
  return (await cookies()).get(sessionCookie.name)?.value ?? null
}

/** Gives the browser a new token for its session after a password change. */
export async function setSessionCookie(token: string): Promise<void> {
  ;(await cookies()).set(sessionCookie.name, token, { ...sessionCookie.options, maxAge: absoluteSeconds })
}

const signUpCookie = '__Host-guichet.signup'

/** What a browser keeps of a sign-up: its secret (services/people/verification.ts), and the page that the person was on the way to. */
type SignUpBrowser = { readonly secret: string; readonly next: string | null }

/** What this browser got when somebody signed up there, whatever it is worth. */
export async function readSignUpBrowser(): Promise<SignUpBrowser | null> {
  const value = (await cookies()).get(signUpCookie)?.value
  if (value === undefined) return null
  const [secret = '', next = ''] = value.split('.')
  return { secret, next: ownPath(Buffer.from(next, 'base64url').toString('utf8')) }
}

/** Keeps it as long as the link of the mail is good, or forgets it with null. */
export async function rememberSignUpBrowser(browser: SignUpBrowser | null): Promise<void> {
  const next = Buffer.from(browser?.next ?? '').toString('base64url')
  const [value, maxAge] = browser === null ? ['', 0] : [`${browser.secret}.${next}`, signUpSeconds]
  ;(await cookies()).set(signUpCookie, value, { ...sessionCookie.options, maxAge })
}
const signUpSeconds = 24 * 60 * 60

const deviceCookie = '__Host-guichet.device'

/** The token this browser received at an earlier sign-in (services/people/devices.ts), valid or not. */
export async function readDevice(): Promise<string | null> {
  return (await cookies()).get(deviceCookie)?.value ?? null
}

/** Stores it for as long as browsers keep a cookie. */
export async function setDeviceCookie(token: string): Promise<void> {
  ;(await cookies()).set(deviceCookie, token, { ...sessionCookie.options, maxAge: deviceSeconds })
}

/** The session of this request; null if nobody is signed in. Read once per page. */
export const currentSession = cache(async (): Promise<CurrentSession | null> => {
  const token = await readSessionToken()
  return token ? findSession(token) : null
})

/** The session of this request; others are redirected to sign in and come back. */
export async function requireSession(): Promise<CurrentSession> {
  const session = await currentSession()
  if (session) return session
  const query = new URLSearchParams()
  if (await readSessionToken()) query.set('notice', 'session_ended')
  const path = ownPath((await headers()).get('x-guichet-path'))
  if (path) query.set('next', path)
  redirect(query.size > 0 ? `/signin?${query}` : '/signin')
}

/**
 * A path of ours to continue to, or null: it starts with one slash and stays on this host however a browser parses it.
 * No other host, protocol, backslash or control character.
 */
export function ownPath(text: string | null | undefined): string | null {
  if (!text || text.length > 500 || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)) return null
  const base = 'http://own.invalid'
  return URL.canParse(text, base) && new URL(text, base).origin === base ? text : null
}

/** The secret of next-auth's own cookies. */
export function authSecret(): string {
  return readEnv('AUTH_SECRET')
}

const pendingCookie = '__Host-guichet.pending'

/** Who gave the right password in this browser and has to give a code (services/people/second-factor.ts), whatever it is worth. */
export async function readPending(): Promise<string | null> {
  return (await cookies()).get(pendingCookie)?.value ?? null
}

/** Keeps it, or forgets it with null. */
export async function keepPending(sealed: string | null): Promise<void> {
  const maxAge = sealed === null ? 0 : pendingSeconds
  ;(await cookies()).set(pendingCookie, sealed ?? '', { ...sessionCookie.options, maxAge })
}

const typedCookie = '__Host-guichet.typed'

export type Typed = { readonly name: string; readonly email: string }

/** What was typed into a refused form, so that it need not be typed again; never the password, never in a URL. */
export async function lastTyped(): Promise<Typed> {
  const text = (await cookies()).get(typedCookie)?.value ?? ''
  const [name = '', email = ''] = text.split('.').map(part => Buffer.from(part, 'base64url').toString('utf8'))
  return { name: name.slice(0, 100), email: email.slice(0, 254) }
}

/** Stores what was typed for two minutes, or deletes it with null. */
export async function rememberTyped(typed: Typed | null): Promise<void> {
  const value = typed
    ? [typed.name.slice(0, 100), typed.email.slice(0, 254)]
        .map(part => Buffer.from(part).toString('base64url'))
        .join('.')
    : ''
  ;(await cookies()).set(typedCookie, value, { ...sessionCookie.options, maxAge: typed ? 120 : 0 })
}
