import type { Hono } from 'hono'
import type { Bank } from '#sandbox/banks.ts'
import {
  checkFallbackJwt,
  type FallbackAccess,
  type FallbackFault,
  useFallbackJwt as spendFallbackJwt,
} from '#sandbox/oauth/fallback.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { type Application, findApplication } from '#sandbox/store/applications.ts'
import { beginJourney } from '#sandbox/store/journey.ts'
import { findPerson, type Person } from '#sandbox/store/people.ts'
import { type FallbackVisit, writeVisit } from '#sandbox/store/visits.ts'
import type { Language, Problem } from '#sandbox/texts/catalogue.ts'
import { type Call, type Env, languageOf, problem, startUrlOf } from './call.ts'
import {
  type BankingView,
  renderAccount,
  renderAccounts,
  renderLogin,
  renderProfile,
  shownAccounts,
} from './fallback-pages.ts'
import { addVisitRoutes, frameOf, type Here, onVisit, type VisitRoutes } from './visit-routes.ts'
import { openVisit, type VisitType } from './visits.ts'

const fallbackPath = '/fallback'

type Page = ReturnType<typeof renderAccounts>

/** The online banking that a TPP opens with a JWT of the fallback mode (document 1). */
export function addFallbackRoutes(app: Hono<Env>, sandbox: Sandbox): void {
  const showing = (render: (view: BankingView, call: Call) => Page | null) => (here: Here<'fallback'>) =>
    show(sandbox, here, render)
  const routes: VisitRoutes<'fallback'> = {
    path: fallbackPath,
    visitType: fallbackVisitType,
    overPage: 'fallback_ended',
    // A TPP may act for many customers, so the identifier is not stored.
    remembers: false,
    clientIdOf: ({ clientId }) => clientId,
    aboutOf: () => '',
    begin: (call, bank) => begin(sandbox, call, bank),
    show: showing(renderAccounts),
  }
  app.get(`${fallbackPath}/:id/profile`, onVisit(sandbox, routes, showing(renderProfile)))
  app.get(`${fallbackPath}/:id/accounts/:account`, onVisit(sandbox, routes, showing(showAccount)))
  addVisitRoutes(app, sandbox, routes)
}

async function begin(sandbox: Sandbox, call: Call, bank: Bank) {
  const [jwt = '', ...more] = new URL(call.req.url).searchParams.getAll('fallback')
  if (jwt === '' || more.length > 0) return problem(sandbox, call, 'fallback_missing', 400)
  const checked = await checkFallbackJwt(sandbox, bank.code, jwt)
  if (!checked.ok) return problem(sandbox, call, faultPages[checked.fault], 403)
  return beginFallback(sandbox, bank, checked.access, languageOf(call))
}

/** A page for the signed-in customer; before sign-in, the login, whichever page was requested. */
function show(
  sandbox: Sandbox,
  here: Here<'fallback'>,
  render: (view: BankingView, call: Call) => Page | null,
): Response | Promise<Response> {
  const { call, bank, visit, path } = here
  const { name: legal = '', softwareId: software = '' } = applicationOf(sandbox, visit) ?? {}
  const names = { software, legal }
  const person = customerOf(sandbox, visit)
  if (!person) return call.html(renderLogin({ ...frameOf(sandbox, here), rememberedIdentifier: undefined, names }))
  keepFallbackAlive(sandbox, visit)
  const { pathname, search } = new URL(call.req.url)
  const view = { sandbox, bank, visit, path, here: `${pathname}${search}`, startUrl: startUrlOf(call), person, names }
  const shown = render(view, call)
  return shown === null ? problem(sandbox, call, 'not_found', 404) : call.html(shown)
}

// Somebody else's account is not found, like one that does not exist.
function showAccount(view: BankingView, call: Call): Page | null {
  const wished = call.req.param('account')
  const account = shownAccounts(view.sandbox, view.person.id).find(({ id }) => id === wished)
  const number = /^\d{1,6}$/.exec(call.req.query('page') ?? '')?.[0]
  return account ? renderAccount(view, account, number === undefined ? 1 : Number(number)) : null
}

/** A session ends after this time without a page, and after the longest time since its JWT. */
const idleMs = 10 * 60_000
const longestMs = 30 * 60_000

/** The bank's page for an invalid JWT. */
const faultPages: Readonly<Record<FallbackFault, Problem>> = {
  malformed: 'fallback_invalid',
  forged: 'fallback_invalid',
  unknown_application: 'fallback_invalid',
  expired: 'fallback_expired',
  other_bank: 'fallback_other_bank',
  used: 'fallback_used',
}

/** Opens the login page for a valid JWT. The JWT is used up by the login, not by opening the page. */
function beginFallback(
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
function applicationOf(sandbox: Sandbox, visit: FallbackVisit): Application | null {
  return findApplication(sandbox.db, visit.clientId)
}

/** The signed-in customer; null before the login and after the end. */
function customerOf(sandbox: Sandbox, visit: FallbackVisit): Person | null {
  if (visit.step !== 'inside' || visit.personId === null) return null
  const person = findPerson(sandbox.db, visit.personId)
  return person?.status === 'active' ? person : null
}

/** Extends the session from now, up to its longest time. */
function keepFallbackAlive(sandbox: Sandbox, visit: FallbackVisit): void {
  const end = Math.min(sandbox.clock.now().getTime() + idleMs, visit.jwtExpiresAt.getTime() + longestMs)
  writeVisit(sandbox.db, { ...visit, expiresAt: new Date(end) })
}
