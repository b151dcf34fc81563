import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie, setCookie } from 'hono/cookie'
import type { Bank } from '#sandbox/banks.ts'
import { catalogue } from '#sandbox/people/catalogue.ts'
import { latestAdded, passwordOf } from '#sandbox/people/passwords.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { findPerson, listPeople } from '#sandbox/store/people.ts'
import { type Purpose, type Visit, type VisitFor, writeVisit } from '#sandbox/store/visits.ts'
import type { Problem } from '#sandbox/texts/catalogue.ts'
import {
  answer,
  bodyBytes,
  type Call,
  type Env,
  isOwnForm,
  languageOf,
  problem,
  rememberIdentifier,
  shuffleDigits,
  startUrlOf,
} from './call.ts'
import type { Demonstration } from './sign-in-pages.ts'
import { endWhenOver, findButton, isSameBrowser, pressButton, readVisit, type VisitType } from './visits.ts'

type Answer = Response | Promise<Response>

/** A request to the screens of a visit, by the browser that started it. */
export type Here<P extends Purpose> = {
  readonly call: Call
  readonly bank: Bank
  readonly visit: VisitFor<P>
  /** Path of the visit, without a trailing slash. */
  readonly path: string
}

/** What the routes of one type of visit add to the common ones. */
export type VisitRoutes<P extends Purpose> = {
  readonly path: string
  readonly visitType: VisitType<P>
  /** Starts a visit, or returns another answer. */
  begin(call: Call, bank: Bank): Begun<P> | Answer | Promise<Begun<P> | Response>
  show(here: Here<P>): Answer
  clientIdOf(visit: VisitFor<P>): string
  /** The payment that is decided, as text; empty for an access. */
  aboutOf(visit: VisitFor<P>): string
  /** The page of a finished visit; without one, the screen of the step `ended` is shown. */
  readonly overPage?: Problem
  /** Whether this browser may store the identifier. */
  readonly remembers: boolean
}

type Begun<P extends Purpose> = { readonly visit: VisitFor<P>; readonly browserSecret: string }

/** The routes of one type of visit: its start, its screens at `/:id`, its buttons below them. */
export function addVisitRoutes<P extends Purpose>(app: Hono<Env>, sandbox: Sandbox, routes: VisitRoutes<P>): void {
  const { path } = routes
  app.get(path, call => begin(call, routes))
  app.get(`${path}/:id`, onVisit(sandbox, routes, routes.show))
  app.post(
    `${path}/:id/:action`,
    bodyLimit({ maxSize: bodyBytes, onError: call => problem(sandbox, call, 'too_large', 413) }),
    call => submit(sandbox, call, routes),
  )
  // A reload of an address that only accepts forms: redirect to the current screen.
  app.get(`${path}/:id/:action`, call =>
    call.redirect(`${path}/${encodeURIComponent(call.req.param('id') ?? '')}`, 303),
  )
}

async function begin<P extends Purpose>(call: Call, { path, visitType, begin }: VisitRoutes<P>): Promise<Response> {
  const bank = call.get('bank')
  if (!bank) return call.notFound()
  const begun = await begin(call, bank)
  if (begun instanceof Response) return begun
  const here = `${path}/${begun.visit.id}`
  // One cookie per visit, so that several tabs work. Lax, because the customer comes from the TPP's site; not Secure, because
  // these screens are plain HTTP on loopback.
  setCookie(call, visitType.purpose, begun.browserSecret, { path: here, httpOnly: true, sameSite: 'Lax' })
  return call.redirect(here, 303)
}

function load<P extends Purpose>(sandbox: Sandbox, call: Call, routes: VisitRoutes<P>): Here<P> | Answer {
  const bank = call.get('bank')
  const { visitType, overPage } = routes
  const visit = bank && readVisit(sandbox, bank, visitType.purpose, call.req.param('id') ?? '')
  if (!visit) return problem(sandbox, call, 'unknown_request', 404)
  if (!isSameBrowser(visit, getCookie(call, visitType.purpose))) return problem(sandbox, call, 'other_browser', 403)
  if (overPage && (visit.step === 'ended' || endWhenOver(sandbox, visit, visitType))) {
    return problem(sandbox, call, overPage, 410)
  }
  return { call, bank: servedBank(bank, visit), visit, path: `${routes.path}/${visit.id}` }
}

// The app is for private persons: professional segments are not activated (document 1, app-to-app activation).
function servedBank(bank: Bank, visit: Visit): Bank {
  const isInApp = visit.purpose === 'authorization' && visit.app !== null
  return isInApp ? { ...bank, segments: ['retail'] } : bank
}

const isAnswer = <P extends Purpose>(loaded: Here<P> | Answer): loaded is Answer => !('visit' in loaded)

/** Answers a GET below a visit's address, with the time-out and language switch common to all pages. */
export function onVisit<P extends Purpose>(
  sandbox: Sandbox,
  routes: VisitRoutes<P>,
  show: (here: Here<P>) => Answer,
): (call: Call) => Answer {
  return call => {
    const here = load(sandbox, call, routes)
    if (isAnswer(here)) return here
    const { visit, path } = here
    const late = endWhenOver(sandbox, visit, routes.visitType)
    if (late) return answer(sandbox, call, late, { path, whose: whoseCallback(routes, visit) })
    const url = new URL(call.req.url)
    if (!url.searchParams.has('lang')) return show(here)
    // Open forms stay valid.
    writeVisit(sandbox.db, { ...visit, language: languageOf(call) })
    url.searchParams.delete('lang')
    return call.redirect(`${url.pathname}${url.search}`, 303)
  }
}

async function submit<P extends Purpose>(sandbox: Sandbox, call: Call, routes: VisitRoutes<P>): Promise<Response> {
  // Read before the visit is loaded, so that nothing is awaited between loading and pressing.
  const form = new URLSearchParams(await call.req.text())
  const here = load(sandbox, call, routes)
  if (isAnswer(here)) return here
  if (!isOwnForm(call)) return problem(sandbox, call, 'foreign_form', 403)
  const { bank, visit, path } = here
  const action = call.req.param('action') ?? ''
  if (!findButton(routes.visitType, action)) return problem(sandbox, call, 'not_found', 404)
  const onward = pressButton(sandbox, bank, visit, routes.visitType, { action, form })
  if (action === 'identifier' && routes.remembers) rememberIdentifier(call, bank, form)
  return answer(sandbox, call, onward, { path, whose: whoseCallback(routes, visit) })
}

function whoseCallback<P extends Purpose>({ clientIdOf, aboutOf }: VisitRoutes<P>, visit: VisitFor<P>) {
  const { bankCode, personId } = visit
  return { bankCode, clientId: clientIdOf(visit), personId, about: aboutOf(visit) }
}

/** What a demonstration types in one's place: the customer added last first, then those of the catalogue. */
function demonstrate({ db }: Sandbox, { bankCode, personId }: Visit): Demonstration {
  const latest = latestAdded(db)
  const known = new Set(catalogue.map(({ id }) => id))
  const people = listPeople(db)
    .filter(one => one.bankCode === bankCode && (one.id === latest || known.has(one.id)))
    .sort((one, other) => Number(other.id === latest) - Number(one.id === latest))
  return { people, password: personId === null ? null : passwordOf(db, personId) }
}

/** Data common to every screen of a visit. */
export function frameOf<P extends Purpose>(sandbox: Sandbox, { call, bank, visit, path }: Here<P>) {
  return {
    bank,
    visit,
    path,
    startUrl: startUrlOf(call),
    now: sandbox.clock.now(),
    keypad: shuffleDigits(),
    rememberedIdentifier: getCookie(call, 'identifier') ?? null,
    person: visit.personId === null ? null : findPerson(sandbox.db, visit.personId),
    demonstration: sandbox.settings.tourOrigin === null ? null : demonstrate(sandbox, visit),
  }
}
