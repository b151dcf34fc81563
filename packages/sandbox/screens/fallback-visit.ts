import type { Bank } from '#sandbox/banks.ts'
import { type FallbackAccess, type FallbackFault, useFallbackJwt as spendFallbackJwt } from '#sandbox/oauth/fallback.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { type Application, findApplication } from '#sandbox/store/applications.ts'
import { beginJourney } from '#sandbox/store/journey.ts'
import { findPerson, type Person } from '#sandbox/store/people.ts'
import { type FallbackVisit, writeVisit } from '#sandbox/store/visits.ts'
import type { Language, Problem } from '#sandbox/texts/catalogue.ts'
import { openVisit, type VisitType } from './visits.ts'

/** A session ends after this time without a page, and after the longest time since its JWT. */
const idleMs = 10 * 60_000
const longestMs = 30 * 60_000

/** The bank's page for an invalid JWT. */
export const faultPages: Readonly<Record<FallbackFault, Problem>> = {
  malformed: 'fallback_invalid',
  forged: 'fallback_invalid',
  unknown_application: 'fallback_invalid',
  expired: 'fallback_expired',
  other_bank: 'fallback_other_bank',
  used: 'fallback_used',
}

/** Opens the login page for a valid JWT. The JWT is used up by the login, not by opening the page. */
export function beginFallback(
  sandbox: Sandbox,
  bank: Bank,
  { id: jwtId, application, expiresAt: jwtExpiresAt }: FallbackAccess,
  language: Language,
): { visit: FallbackVisit; browserSecret: string } {
  const expiresAt = new Date(sandbox.clock.now().getTime() + idleMs)
  const how = { journey: beginJourney('fallback'), language, expiresAt }
  const { clientId } = application
  return openVisit(sandbox, bank, how, { purpose: 'fallback', clientId, jwtId, jwtExpiresAt })
}

/** The login of the fallback mode (document 1), and signing out. */
export const fallbackVisitType: VisitType<'fallback'> = {
  purpose: 'fallback',
  buttons: { 'sign-out': () => ({ event: 'signed_out' }) },
  // Of two browsers with one JWT, one signs in: login and use of the JWT are stored together.
  refine: (sandbox, visit, reading) =>
    reading.event === 'password_right' || spendJwt(sandbox, visit) ? reading : { event: 'refused' },
  isOver: (sandbox, visit) =>
    applicationOf(sandbox, visit) === null || (visit.step === 'inside' && customerOf(sandbox, visit) === null),
  conclude: () => ({ redirectTo: null }),
}

function spendJwt(sandbox: Sandbox, visit: FallbackVisit): boolean {
  const application = applicationOf(sandbox, visit)
  const { jwtId: id, bankCode, jwtExpiresAt: expiresAt } = visit
  return application !== null && spendFallbackJwt(sandbox, { id, bankCode, application, expiresAt })
}

/** The application that opened a visit; null if its registration was deleted, which ends the visit. */
export function applicationOf(sandbox: Sandbox, visit: FallbackVisit): Application | null {
  return findApplication(sandbox.db, visit.clientId)
}

/** The signed-in customer; null before the login and after the end. */
export function customerOf(sandbox: Sandbox, visit: FallbackVisit): Person | null {
  if (visit.step !== 'inside' || visit.personId === null) return null
  const person = findPerson(sandbox.db, visit.personId)
  return person?.status === 'active' ? person : null
}

/** Extends the session from now, up to its longest time. */
export function keepFallbackAlive(sandbox: Sandbox, visit: FallbackVisit): void {
  const end = Math.min(sandbox.clock.now().getTime() + idleMs, visit.jwtExpiresAt.getTime() + longestMs)
  writeVisit(sandbox.db, { ...visit, expiresAt: new Date(end) })
}
