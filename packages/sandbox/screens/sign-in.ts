import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Bank } from '#sandbox/banks.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import type { JourneyEvent } from '#sandbox/store/journey.ts'
import { checkPassword, findPerson, findPersonByIdentifier } from '#sandbox/store/people.ts'
import type { Visit } from '#sandbox/store/visits.ts'
import { readIdentifier } from './identifier.ts'

/** How long a one-time code is valid. */
const codeMs = 5 * 60_000

/** The event of a button, and what it changes besides the visit's step. */
export type Reading = {
  readonly event: JourneyEvent
  readonly change?: Partial<
    Pick<Visit, 'identifier' | 'personId' | 'accountId' | 'oneTimeCode' | 'codeBoundTo' | 'scaAt'>
  >
}

/** Reads a button's form, for the current visit. */
export type Button<V extends Visit = Visit> = (
  sandbox: Sandbox,
  pressed: { readonly bank: Bank; readonly visit: V; readonly form: URLSearchParams },
) => Reading

/** The buttons of the sign-in screens, by the last segment of the path they post to. */
export const signInButtons = {
  identifier: (sandbox, { bank, form }) => readTypedIdentifier(sandbox, bank, form.get('identifier') ?? ''),
  'identifier-back': () => ({ event: 'identifier_taken_back', change: { personId: null } }),
  password: (sandbox, { visit, form }) => ({ event: judgePassword(sandbox, visit, form.get('password') ?? '') }),
  code: (sandbox, { visit, form }) => readTypedCode(sandbox, visit, form.get('code') ?? ''),
  resend: () => ({ event: 'code_asked_again' }),
  refuse: () => ({ event: 'refused' }),
  acknowledge: () => ({ event: 'acknowledged' }),
} as const satisfies Readonly<Record<string, Button>>

// An unknown identifier is valid too: the bank does not reveal who its customers are.
function readTypedIdentifier(sandbox: Sandbox, bank: Bank, whole: string): Reading {
  const typed = whole.slice(0, 40)
  const read = readIdentifier(bank, typed)
  if (!read.ok) return { event: 'identifier_malformed', change: { identifier: typed, personId: null } }
  const { identifier } = read
  const personId = findPersonByIdentifier(sandbox.db, bank.code, identifier)?.id ?? null
  return { event: 'identifier_given', change: { identifier, personId } }
}

// A terminated subscription (IPSU) is revealed only after the right password.
function judgePassword(sandbox: Sandbox, { personId }: Visit, typed: string): JourneyEvent {
  const person = personId === null ? null : findPerson(sandbox.db, personId)
  if (typed.trim() === '') return 'nothing_typed'
  if (!person || !checkPassword(person, typed)) return 'password_wrong'
  return person.status === 'terminated' ? 'password_right_but_terminated' : 'password_right'
}

// Anything but digits is ignored.
function readTypedCode(sandbox: Sandbox, { oneTimeCode, codeSentAt }: Visit, typed: string): Reading {
  const now = sandbox.clock.now()
  const digits = typed.replace(/\D/g, '')
  if (typed.trim() === '') return { event: 'nothing_typed' }
  if (oneTimeCode === null || codeSentAt === null) return { event: 'code_wrong' }
  if (now.getTime() - codeSentAt.getTime() > codeMs) return { event: 'code_expired' }
  const isRight = digits.length === 6 && timingSafeEqual(Buffer.from(digits), Buffer.from(oneTimeCode))
  return isRight ? { event: 'code_right', change: { scaAt: now, oneTimeCode: null } } : { event: 'code_wrong' }
}

/** A random six-digit code for the phone. */
export function newOneTimeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0')
}
