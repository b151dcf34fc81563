import type { Bank } from '#sandbox/banks.ts'
import type { Language, Problem } from '#sandbox/html/texts.ts'
import { type FallbackAccess, type FallbackFault, useFallbackJwt as spendFallbackJwt } from '#sandbox/oauth/fallback.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { type Application, findApplication } from '#sandbox/store/applications.ts'
import { beginJourney } from '#sandbox/store/journey.ts'
import { findPerson, type Person } from '#sandbox/store/people.ts'
import { type FallbackVisit, writeVisit } from '#sandbox/store/visits.ts'
import { openVisit, type VisitType } from './visits.ts'

/** Time without a page after which a session ends, and the longest it lasts after its JWT. */
const idleMs = 10 * 60_000
const longestMs = 30 * 60_000

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
  bank: Bank,
  { id: jwtId, application, expiresAt: jwtExpiresAt }: FallbackAccess,
  language: Language,
): { visit: FallbackVisit; browserSecret: string } {
  const expiresAt = new Date(sandbox.clock.now().getTime() + idleMs)
  const how = { journey: beginJourney('fallback'), language, expiresAt }
  const { clientId } = application
  return openVisit(sandbox, bank, how, { purpose: 'fallback', clientId, jwtId, jwtExpiresAt })
}

/** The login of the fallback mode (document 1), and the way out of the online banking behind it. */
export const fallbackVisitType: VisitType<'fallback'> = {
  purpose: 'fallback',
  buttons: { 'sign-out': () => ({ event: 'signed_out' }) },
  // Of two browsers with one JWT, one gets in: login and use of the JWT are stored together.
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

/** The application that opened a visit; null when its registration is gone, and then the visit is over. */
export function applicationOf(sandbox: Sandbox, visit: FallbackVisit): Application | null {
  return findApplication(sandbox.db, visit.clientId)
}

/** The customer who is inside; null before the login and after the end. */
export function customerOf(sandbox: Sandbox, visit: FallbackVisit): Person | null {
  if (visit.step !== 'inside' || visit.personId === null) return null
  const person = findPerson(sandbox.db, visit.personId)
  return person?.status === 'active' ? person : null
}

/** A page was asked for: the session goes on from now, up to its longest. */
export function keepFallbackAlive(sandbox: Sandbox, visit: FallbackVisit): void {
  const end = Math.min(sandbox.clock.now().getTime() + idleMs, visit.jwtExpiresAt.getTime() + longestMs)
  writeVisit(sandbox.db, { ...visit, expiresAt: new Date(end) })
}
