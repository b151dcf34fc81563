import type { Bank } from '#sandbox/banks.ts'
import { type FallbackAccess, type FallbackFault, useFallbackJwt as spendFallbackJwt } from '#sandbox/oauth/fallback.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { type Application, findApplication } from '#sandbox/store/applications.ts'
import {
  type FallbackVisit,
  findFallbackVisit,
  forgetFallbackVisitsBefore,
  insertFallbackVisit,
  moveFallbackVisit,
  noteOnFallbackVisit,
  prolongFallbackVisit,
} from '#sandbox/store/fallback-visits.ts'
import { inTransaction } from '#sandbox/store/open.ts'
import { findPerson, type Person } from '#sandbox/store/people.ts'
import { advanceJourney, beginJourney, type JourneyEvent, type Move } from './journey.ts'
import {
  hashSecret,
  isJourneyId,
  judgeCode,
  judgePassword,
  newOneTimeCode,
  newSecret,
  readTypedIdentifier,
} from './sign-in.ts'
import type { Language, Problem } from './texts.ts'

/** The buttons of the online banking, as the last segment of the path they post to. */
export const fallbackActions = [
  'identifier',
  'identifier-back',
  'password',
  'code',
  'resend',
  'refuse',
  'acknowledge',
  'sign-out',
] as const
export type FallbackAction = (typeof fallbackActions)[number]

/** Time without a page after which a session ends, and the longest it lasts after its JWT. */
const idleMs = 10 * 60_000
const longestMs = 30 * 60_000
const rememberMs = 86_400_000

/** The bank's own page for a JWT that opens nothing. */
export const faultPages: Readonly<Record<FallbackFault, Problem>> = {
  malformed: 'fallback_invalid',
  forged: 'fallback_invalid',
  unknown_application: 'fallback_invalid',
  expired: 'fallback_expired',
  other_bank: 'fallback_other_bank',
  used: 'fallback_used',
}

/** Opens the login page for a JWT that was checked. The JWT is used up by the login, not by the page. */
export function beginFallback(
  sandbox: Sandbox,
  access: FallbackAccess,
  language: Language,
): { visit: FallbackVisit; browserSecret: string } {
  const now = sandbox.clock.now()
  const browserSecret = newSecret()
  const visit: FallbackVisit = {
    ...beginJourney(),
    id: newSecret(),
    bankCode: access.bankCode,
    browserHash: hashSecret(browserSecret),
    jwtId: access.id,
    jwtExpiresAt: access.expiresAt,
    clientId: access.application.clientId,
    language,
    turn: 0,
    identifier: null,
    personId: null,
    oneTimeCode: null,
    codeSentAt: null,
    expiresAt: new Date(now.getTime() + idleMs),
  }
  forgetFallbackVisitsBefore(sandbox.db, new Date(now.getTime() - rememberMs))
  insertFallbackVisit(sandbox.db, visit)
  return { visit, browserSecret }
}

/** The visit of that id at that bank. */
export function readFallbackVisit(sandbox: Sandbox, bank: Bank, id: string): FallbackVisit | null {
  return isJourneyId(id) ? findFallbackVisit(sandbox.db, bank.code, id) : null
}

/** The application that opened a visit; null when its registration is gone, and then the visit is over. */
export function applicationOf(sandbox: Sandbox, visit: FallbackVisit): Application | null {
  return findApplication(sandbox.db, visit.clientId)
}

/** The customer who is inside; null before the login and after the end. */
export function customerOf(sandbox: Sandbox, visit: FallbackVisit): Person | null {
  if (visit.step !== 'approval' || visit.personId === null) return null
  const person = findPerson(sandbox.db, visit.personId)
  return person?.status === 'active' ? person : null
}

/** Ends a visit whose time is up, or whose TPP or customer is gone meanwhile; true when it has ended now or before. */
export function hasFallbackEnded(sandbox: Sandbox, visit: FallbackVisit): boolean {
  if (visit.step === 'ended') return true
  const isGone = applicationOf(sandbox, visit) === null
  const isShut = visit.step === 'approval' && customerOf(sandbox, visit) === null
  if (!isGone && !isShut && sandbox.clock.now() < visit.expiresAt) return false
  const move = advanceJourney(visit, 'time_ran_out')
  if (move) carryOut(sandbox, visit, move, {})
  return true
}

/** A page was asked for: the session goes on from now, up to its longest. */
export function keepFallbackAlive(sandbox: Sandbox, visit: FallbackVisit): void {
  const end = Math.min(sandbox.clock.now().getTime() + idleMs, visit.jwtExpiresAt.getTime() + longestMs)
  if (visit.step === 'approval') prolongFallbackVisit(sandbox.db, visit.bankCode, visit.id, new Date(end))
}

/** One press of a button; what is out of turn changes nothing. */
export function submitFallbackForm(
  sandbox: Sandbox,
  bank: Bank,
  visit: FallbackVisit,
  action: FallbackAction,
  form: URLSearchParams,
): void {
  if (hasFallbackEnded(sandbox, visit)) return
  const isOwnTurn = form.get('turn') === String(visit.turn)
  const { event, change } = readEvent(sandbox, bank, visit, action, form)
  const move = isOwnTurn && event !== null ? advanceJourney(visit, event) : null
  if (move) carryOut(sandbox, visit, move, change)
  else noteOutOfTurn(sandbox, visit)
}

function noteOutOfTurn(sandbox: Sandbox, visit: FallbackVisit): void {
  if (visit.step !== 'approval') noteOnFallbackVisit(sandbox.db, visit.bankCode, visit.id, 'out_of_turn')
}

type Reading = { readonly event: JourneyEvent | null; readonly change: Partial<FallbackVisit> }

const passwordEvents = {
  right: 'password_right',
  wrong: 'password_wrong',
  terminated: 'password_right_but_terminated',
} as const
const codeEvents = { right: 'code_right', wrong: 'code_wrong', expired: 'code_expired' } as const

function readEvent(
  sandbox: Sandbox,
  bank: Bank,
  visit: FallbackVisit,
  action: FallbackAction,
  form: URLSearchParams,
): Reading {
  switch (action) {
    case 'identifier': {
      const { isWellFormed, identifier, personId } = readTypedIdentifier(sandbox, bank, form)
      return { event: isWellFormed ? 'identifier_given' : 'identifier_malformed', change: { identifier, personId } }
    }
    case 'identifier-back':
      return { event: 'identifier_taken_back', change: { personId: null } }
    case 'password':
      return { event: passwordEvents[judgePassword(sandbox, visit.personId, form.get('password') ?? '')], change: {} }
    case 'code':
      return { event: codeEvents[judgeCode(sandbox, visit, form.get('code') ?? '')], change: {} }
    case 'resend':
      return { event: 'code_asked_again', change: {} }
    case 'acknowledge':
      return { event: 'acknowledged', change: {} }
    case 'refuse':
      return { event: visit.step === 'approval' ? null : 'refused', change: {} }
    case 'sign-out':
      return { event: visit.step === 'approval' ? 'refused' : null, change: {} }
  }
}

// The login and the use of the JWT are one transaction: of two browsers with one JWT, one gets in.
function carryOut(sandbox: Sandbox, visit: FallbackVisit, move: Move, change: Partial<FallbackVisit>): void {
  inTransaction(sandbox.db, () => {
    const isLogin = visit.step !== 'approval' && move.journey.step === 'approval'
    const allowed = isLogin && !spendJwt(sandbox, visit) ? advanceJourney(visit, 'refused') : move
    if (!allowed) return
    const next: FallbackVisit = { ...visit, ...allowed.journey, ...change, ...effectOf(sandbox, allowed) }
    const isStored = moveFallbackVisit(sandbox.db, next, visit.turn)
    if (!isStored) throw new Error('the turn moved within a transaction')
    const { bankCode, clientId, step, outcome } = next
    if (isLogin || outcome !== null) sandbox.log({ event: 'fallback_visit', bankCode, clientId, step, outcome })
  })
}

function spendJwt(sandbox: Sandbox, visit: FallbackVisit): boolean {
  const application = applicationOf(sandbox, visit)
  const { jwtId: id, bankCode, jwtExpiresAt: expiresAt } = visit
  return application !== null && spendFallbackJwt(sandbox, { id, bankCode, application, expiresAt })
}

function effectOf(sandbox: Sandbox, move: Move): Partial<FallbackVisit> {
  if (move.consequence === 'send_code') return { oneTimeCode: newOneTimeCode(), codeSentAt: sandbox.clock.now() }
  if (move.journey.step === 'ended') return { identifier: null, personId: null, oneTimeCode: null }
  return move.journey.step === 'approval' ? { oneTimeCode: null } : {}
}
