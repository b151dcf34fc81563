import { randomUUID } from 'node:crypto'
import { parisDay } from '@guichet/values/calendar/paris.ts'
import { cleanText } from '@guichet/values/text/clean.ts'
import { hash, verify } from '@node-rs/argon2'
import { appendAudit } from '#lib/base/audit.ts'
import { forgetTries, returnTry, takeGuess, takeTry } from '#lib/base/rate-limit.ts'
import { hashOf } from '#lib/base/secrets.ts'
import { now } from '#lib/clock.ts'
import { db, type Tx } from '#lib/db.ts'
import type { Aim } from '#lib/domain/people/aim.ts'
import { parseEmail } from '#lib/domain/people/email.ts'
import { findPasswordFault, passwordMaxLength } from '#lib/domain/people/password.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { networkOf } from '#lib/domain/requests/peer.ts'
import type { Person } from '#lib/domain/who.ts'
import { languageOf, pageAt, queueMail } from '#lib/services/mail/queue.ts'
import { findDeviceOwner } from './devices.ts'
import { type Addressee, mailLink } from './mailed-links.ts'

/**
 * A known browser and a session have their own counter; all others share one per address (C27), and count by
 * network.
 */

type Guesser = {
  readonly ip: string
  readonly device: string | null
  readonly session?: { readonly userId: string; readonly sessionId: string }
}

const networkLimit = { limit: 30, windowSeconds: 900 }

/** Before checking; the returned function clears it. Refuses too_many_tries. */
async function countAttempt(address: string, { ip, device, session }: Guesser): Promise<() => Promise<void>> {
  const ownerId = await findDeviceOwner(address, device)
  const ownKey =
    ownerId !== null
      ? `guess:device:${ownerId}:${hashOf(device ?? '')}`
      : session && `guess:session:${session.userId}:${session.sessionId}`
  if (ownKey) {
    await takeGuess(ownKey)
    return () => forgetTries(ownKey)
  }
  const [networkKey, addressKey] = [`signin:ip:${networkOf(ip)}`, `guess:email:${hashOf(address)}`]
  await takeTry(networkKey, networkLimit)
  try {
    await takeGuess(addressKey)
  } catch (error) {
    // Nothing was guessed.
    await returnTry(networkKey)
    throw error
  }
  return async () => {
    await Promise.all([returnTry(networkKey), forgetTries(addressKey)])
  }
}

export const locales = ['fr', 'en'] as const
export type Locale = (typeof locales)[number]

export type SignUp = {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly locale: string
  readonly ip: string
  /** The mailed link also signs in there. */
  readonly browser?: string
  readonly aim?: Aim
}

export type KnownUser = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly locale: Locale
  /** `openSession` refuses one changed meanwhile. */
  readonly passwordStamp: string
}

export const passwordStampOf = (passwordHash: string): string => hashOf(passwordHash)

/** OWASP: argon2id (2), 19 MiB, two passes, one lane. */
const argon2 = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** An unknown address takes as long (C27). */
let decoy: Promise<string> | null = null
function decoyHash(): Promise<string> {
  decoy ??= hash(hashOf(`${process.pid} ${performance.now()}`), argon2)
  return decoy
}

const signUpLimit = { limit: 60, windowSeconds: 3_600 }
const signUpAddressLimit = { limit: 5, windowSeconds: 3_600 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, argon2)
}

/**
 * A known e-mail gets the same answer for the same work (C27), its owner a mail a day. Refusals: invalid_input,
 * too_many_tries.
 */
export async function signUp({ browser, aim, ...input }: SignUp): Promise<void> {
  const user = await prepare(input)
  await db().$transaction(async tx => {
    const isNew = (await tx.user.createMany({ data: [user], skipDuplicates: true })).count === 1
    const select = { id: true, email: true, locale: true }
    const person = await tx.user.findUniqueOrThrow({ where: { email: user.email }, select })
    await mailLink(tx, isNew ? person : null, 'verify_email', { browser, aim })
    await mailRepeatedSignUp(tx, isNew ? null : person)
    const { id } = person
    const action = isNew ? 'user.signed_up' : 'user.sign_up_repeated'
    await appendAudit({ userId: id, stream: `user:${id}`, action, ip: input.ip }, tx)
  })
}

/**
 * With `prove`, which confirms the address in the same transaction: no mail is needed. Null if the address has an account. Refusals: those of
 * `signUp`.
 */
export async function signUpProven(
  input: SignUp,
  prove: (tx: Tx, userId: string) => Promise<void>,
): Promise<{ readonly userId: string } | null> {
  const user = await prepare(input)
  return db().$transaction(async tx => {
    const { count } = await tx.user.createMany({ data: [user], skipDuplicates: true })
    if (count === 0) return null
    const { id } = await tx.user.findUniqueOrThrow({ where: { email: user.email }, select: { id: true } })
    await appendAudit({ userId: id, stream: `user:${id}`, action: 'user.signed_up', ip: input.ip }, tx)
    await prove(tx, id)
    return { userId: id }
  })
}

async function prepare({ email, password, name, locale, ip }: Omit<SignUp, 'browser' | 'aim'>) {
  const address = parseEmail(email)
  if (!address) throw new Refused('invalid_input', { field: 'email' })
  const cleanName = cleanText(name, 70)
  if (cleanName === '') throw new Refused('invalid_input', { field: 'name' })
  if (findPasswordFault(password, address)) throw new Refused('invalid_input', { field: 'password' })
  await takeTry(`signup:ip:${networkOf(ip)}`, signUpLimit)
  await takeTry(`signup:email:${hashOf(address)}`, signUpAddressLimit)
  const passwordHash = await hashPassword(password)
  return { email: address, name: cleanName, passwordHash, locale: toLocale(locale), emailVerifiedAt: null }
}

/** Once a day; null sends nothing (C27). */
async function mailRepeatedSignUp(tx: Tx, to: Addressee): Promise<void> {
  const userId = to?.id ?? null
  const key = `sign_up_repeated:${userId ? `${userId}:${parisDay(now())}` : randomUUID()}`
  const language = languageOf(to?.locale)
  const pages = { page: pageAt('/signin'), link: pageAt('/password/forgotten') }
  const words = { template: 'sign_up_repeated', values: {}, ...pages } as const
  await queueMail(tx, { parties: { userId }, kind: 'sign_up_repeated', aboutId: userId ?? '', key, language, words })
}

/** Null if wrong. One argon2 in every case (C27), counted before (guesses.ts). Refuses too_many_tries. */
export async function checkPassword(email: string, password: string, from: Guesser): Promise<KnownUser | null> {
  const address = parseEmail(email) ?? ''
  const forgive = await countAttempt(address, from)
  const user = await db().user.findUnique({ where: { email: address } })
  const matches = await verify(user?.passwordHash ?? (await decoyHash()), password.slice(0, passwordMaxLength * 2))
  if (!user || !matches) {
    await appendAudit({
      userId: user?.id ?? null,
      stream: user ? `user:${user.id}` : 'system',
      action: 'sign_in.refused',
      ip: from.ip,
    })
    return null
  }
  await forgive()
  const { id, name, passwordHash } = user
  return { id, name, email: user.email, locale: user.locale, passwordStamp: passwordStampOf(passwordHash) }
}

/** Refusals: invalid_input, not_found. */
export async function changeLocale({ userId }: Person, locale: string): Promise<void> {
  const known = locales.find(one => one === locale)
  if (!known) throw new Refused('invalid_input', { field: 'locale' })
  const { count } = await db().user.updateMany({ where: { id: userId }, data: { locale: known } })
  if (count === 0) throw new Refused('not_found')
}

function toLocale(text: string): Locale {
  return locales.find(locale => locale === text) ?? 'fr'
}
