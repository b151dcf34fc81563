import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Bank } from '#sandbox/banks.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { checkPassword, findPerson, findPersonByIdentifier } from '#sandbox/store/people.ts'
import { readIdentifier } from './identifier.ts'

/** A one-time code is good for five minutes. */
const codeMs = 5 * 60_000

/** An id or a secret of 256 bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 in hex of a browser's secret: the store keeps this alone. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Whether the secret of this browser's cookie is the one whose hash was stored when the journey began. */
export function isSameBrowser(journey: { readonly browserHash: string }, browserSecret: string | undefined): boolean {
  if (!browserSecret) return false
  return timingSafeEqual(Buffer.from(hashSecret(browserSecret)), Buffer.from(journey.browserHash))
}

/** Whether a path segment can be the id of a journey at all. */
export function isJourneyId(id: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(id)
}

/** Six random digits for the phone. */
export function newOneTimeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}

export type TypedIdentifier = {
  readonly isWellFormed: boolean
  readonly identifier: string
  readonly personId: string | null
}

/** What was typed as identifier. One that nobody has is well-formed too: the bank does not tell who its customers are. */
export function readTypedIdentifier(sandbox: Sandbox, bank: Bank, form: URLSearchParams): TypedIdentifier {
  const typed = (form.get('identifier') ?? '').slice(0, 40)
  const read = readIdentifier(bank, typed)
  if (!read.ok) return { isWellFormed: false, identifier: typed, personId: null }
  const person = findPersonByIdentifier(sandbox.db, bank.code, read.identifier)
  return { isWellFormed: true, identifier: read.identifier, personId: person?.id ?? null }
}

/** The verdict on a typed password; `terminated` only for the right one of an ended subscription (IPSU). */
export function judgePassword(
  sandbox: Sandbox,
  personId: string | null,
  typed: string,
): 'right' | 'wrong' | 'terminated' {
  const person = personId === null ? null : findPerson(sandbox.db, personId)
  if (!person || !checkPassword(person, typed)) return 'wrong'
  return person.status === 'terminated' ? 'terminated' : 'right'
}

/** The verdict on a typed one-time code; what is no digit in it is ignored. */
export function judgeCode(
  sandbox: Sandbox,
  sent: { readonly oneTimeCode: string | null; readonly codeSentAt: Date | null },
  typed: string,
): 'right' | 'wrong' | 'expired' {
  const digits = typed.replace(/\D/g, '')
  const { oneTimeCode, codeSentAt } = sent
  if (oneTimeCode === null || codeSentAt === null) return 'wrong'
  if (sandbox.clock.now().getTime() - codeSentAt.getTime() > codeMs) return 'expired'
  const right = digits.length === 6 && timingSafeEqual(Buffer.from(digits), Buffer.from(oneTimeCode))
  return right ? 'right' : 'wrong'
}
