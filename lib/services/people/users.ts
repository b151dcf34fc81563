import { hash, verify } from '@node-rs/argon2'
import { db } from '#lib/db.ts'
import { parseEmail } from '#lib/domain/email.ts'
import { findPasswordFault, passwordMaxLength } from '#lib/domain/password.ts'
import { Refused } from '#lib/domain/refused.ts'
import { cleanText } from '#lib/domain/text.ts'
import { appendAudit } from '#lib/services/audit.ts'
import { hashOf } from '#lib/services/secrets.ts'
import { forgetTries, returnTry, takeTry } from './limits.ts'

export const locales = ['fr', 'en'] as const
export type Locale = (typeof locales)[number]

export type SignUp = {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly locale: string
  readonly ip: string
}

export type KnownUser = { readonly id: string; readonly name: string; readonly email: string; readonly locale: Locale }

/** OWASP's first choice for argon2id (2 in the library's enumeration): 19 MiB, two passes, one lane. */
const argon2 = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash nobody has the password of, made with the same cost: an unknown address costs what a known one does (C27). */
let decoy: Promise<string> | null = null
function decoyHash(): Promise<string> {
  decoy ??= hash(hashOf(`${process.pid} ${performance.now()}`), argon2)
  return decoy
}

const signUpLimit = { limit: 60, windowSeconds: 3_600 }
const signInIpLimit = { limit: 30, windowSeconds: 900 }
const signInEmailLimit = { limit: 10, windowSeconds: 900 }

/** Hashes a password for storage: argon2id, salt inside. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, argon2)
}

/**
 * Makes an account. A known e-mail gets the same answer, and costs the same work, as a new one (C27): nobody learns here who
 * is a customer. Refuses invalid_input (`field` says which), too_many_tries.
 */
export async function signUp({ email, password, name, locale, ip }: SignUp): Promise<void> {
  const address = parseEmail(email)
  if (!address) throw new Refused('invalid_input', { field: 'email' })
  const cleanName = cleanText(name, 70)
  if (cleanName === '') throw new Refused('invalid_input', { field: 'name' })
  if (findPasswordFault(password, address)) throw new Refused('invalid_input', { field: 'password' })
  await takeTry(`signup:ip:${ip}`, signUpLimit)
  const passwordHash = await hashPassword(password)
  const user = { email: address, name: cleanName, passwordHash, locale: toLocale(locale) }
  const { count } = await db().user.createMany({ data: [user], skipDuplicates: true })
  const { id } = await db().user.findUniqueOrThrow({ where: { email: address }, select: { id: true } })
  const action = count === 1 ? 'user.signed_up' : 'user.sign_up_repeated'
  await appendAudit({ userId: id, stream: `user:${id}`, action, ip })
}

/**
 * Who has this e-mail and password; null when nobody. Exactly one argon2 verification in every case (C27). Wrong tries are
 * counted per address of the network and per e-mail, right ones are given back. Refuses too_many_tries.
 */
export async function checkPassword(email: string, password: string, ip: string): Promise<KnownUser | null> {
  const address = parseEmail(email) ?? ''
  const [ipKey, emailKey] = [`signin:ip:${ip}`, `signin:email:${hashOf(address)}`]
  await takeTry(ipKey, signInIpLimit)
  await takeTry(emailKey, signInEmailLimit)
  const user = await db().user.findUnique({ where: { email: address } })
  const matches = await verify(user?.passwordHash ?? (await decoyHash()), password.slice(0, passwordMaxLength * 2))
  if (!user || !matches) {
    await appendAudit({
      userId: user?.id ?? null,
      stream: user ? `user:${user.id}` : 'system',
      action: 'sign_in.refused',
      ip,
    })
    return null
  }
  await Promise.all([returnTry(ipKey), forgetTries(emailKey)])
  return { id: user.id, name: user.name, email: user.email, locale: toLocale(user.locale) }
}

/** Stores the language a person reads. Refuses invalid_input, and not_found for a user who is gone. */
export async function changeLocale(userId: string, locale: string): Promise<void> {
  if (!locales.some(known => known === locale)) throw new Refused('invalid_input', { field: 'locale' })
  const { count } = await db().user.updateMany({ where: { id: userId }, data: { locale } })
  if (count === 0) throw new Refused('not_found')
}

function toLocale(text: string): Locale {
  return locales.find(locale => locale === text) ?? 'fr'
}
