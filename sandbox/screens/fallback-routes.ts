import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie, setCookie } from 'hono/cookie'
import type { Bank } from '#sandbox/banks.ts'
import { checkFallbackJwt } from '#sandbox/oauth/fallback.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { type FallbackVisit, speakInFallbackVisit } from '#sandbox/store/fallback-visits.ts'
import { findPerson } from '#sandbox/store/people.ts'
import {
  type BankingView,
  renderAccount,
  renderAccounts,
  renderLogin,
  renderProfile,
  shownAccounts,
} from './fallback-screens.ts'
import {
  applicationOf,
  beginFallback,
  customerOf,
  fallbackActions,
  faultPages,
  hasFallbackEnded,
  keepFallbackAlive,
  readFallbackVisit,
  submitFallbackForm,
} from './fallback-visit.ts'
import { isSameBrowser } from './sign-in.ts'
import type { Problem } from './texts.ts'
import { bodyBytes, type Env, isOwnForm, languageOf, problem, shuffleDigits, startUrlOf, type Visit } from './visit.ts'

const fallbackPath = '/fallback'

/** The online banking that a TPP reaches with a JWT of the fallback mode (document 1). */
export function addFallbackRoutes(app: Hono<Env>, sandbox: Sandbox): void {
  app.get(fallbackPath, visit => begin(sandbox, visit))
  app.get(`${fallbackPath}/:id`, visit => show(sandbox, visit, showHere))
  app.get(`${fallbackPath}/:id/profile`, visit => show(sandbox, visit, renderProfile))
  app.get(`${fallbackPath}/:id/accounts/:account`, visit => show(sandbox, visit, view => showAccount(visit, view)))
  app.post(
    `${fallbackPath}/:id/:action`,
    bodyLimit({ maxSize: bodyBytes, onError: visit => problem(sandbox, visit, 'too_large', 413) }),
    visit => submit(sandbox, visit),
  )
  app.get(`${fallbackPath}/:id/:action`, visit => visit.redirect(`${fallbackPath}/${visit.req.param('id')}`, 303))
}

async function begin(sandbox: Sandbox, visit: Visit): Promise<Response> {
  const bank = visit.get('bank')
  if (!bank) return visit.notFound()
  const jwts = new URL(visit.req.url).searchParams.getAll('fallback')
  const [jwt = ''] = jwts
  if (jwt === '' || jwts.length > 1) return problem(sandbox, visit, 'fallback_missing', 400)
  const checked = await checkFallbackJwt(sandbox, bank.code, jwt)
  if (!checked.ok) return problem(sandbox, visit, faultPages[checked.fault], 403)
  const { visit: begun, browserSecret } = beginFallback(sandbox, checked.access, languageOf(visit))
  const path = `${fallbackPath}/${begun.id}`
  setCookie(visit, 'fallback', browserSecret, { path, httpOnly: true, sameSite: 'Lax' })
  return visit.redirect(path, 303)
}

type Loaded =
  | { ok: true; bank: Bank; journey: FallbackVisit; path: string }
  | { ok: false; problem: Problem; status: 403 | 404 | 410 }

function load(sandbox: Sandbox, visit: Visit): Loaded {
  const bank = visit.get('bank')
  const journey = bank ? readFallbackVisit(sandbox, bank, visit.req.param('id') ?? '') : null
  if (!bank || !journey) return { ok: false, problem: 'unknown_request', status: 404 }
  if (!isSameBrowser(journey, getCookie(visit, 'fallback'))) return { ok: false, problem: 'other_browser', status: 403 }
  if (hasFallbackEnded(sandbox, journey)) return { ok: false, problem: 'fallback_ended', status: 410 }
  return { ok: true, bank, journey, path: `${fallbackPath}/${journey.id}` }
}

type Page = ReturnType<typeof renderAccounts>

/** A page for the customer who is inside; before that, whichever page was asked for, the login. */
function show(
  sandbox: Sandbox,
  visit: Visit,
  render: (view: BankingView) => Page | null,
): Response | Promise<Response> {
  const loaded = load(sandbox, visit)
  if (!loaded.ok) return problem(sandbox, visit, loaded.problem, loaded.status)
  const { bank, journey, path } = loaded
  const url = new URL(visit.req.url)
  if (url.searchParams.has('lang')) return speak(sandbox, visit, journey, url)
  const person = customerOf(sandbox, journey)
  if (!person) return visit.html(renderLogin(loginView(sandbox, visit, bank, journey, path)))
  keepFallbackAlive(sandbox, journey)
  const { name: legal = '', softwareId: software = '' } = applicationOf(sandbox, journey) ?? {}
  const here = `${url.pathname}${url.search}`
  const shown = render({
    sandbox,
    bank,
    visit: journey,
    path,
    here,
    startUrl: startUrlOf(visit),
    person,
    names: { software, legal },
  })
  return shown === null ? problem(sandbox, visit, 'not_found', 404) : visit.html(shown)
}

const showHere = (view: BankingView): Page => renderAccounts(view)

// An account of someone else is not found, like one that does not exist.
function showAccount(visit: Visit, view: BankingView): Page | null {
  const wished = visit.req.param('account')
  const account = shownAccounts(view.sandbox, view.person.id).find(({ id }) => id === wished)
  const number = /^\d{1,6}$/.exec(visit.req.query('page') ?? '')?.[0]
  return account ? renderAccount(view, account, number === undefined ? 1 : Number(number)) : null
}

function speak(sandbox: Sandbox, visit: Visit, journey: FallbackVisit, url: URL): Response {
  speakInFallbackVisit(sandbox.db, journey.bankCode, journey.id, languageOf(visit))
  url.searchParams.delete('lang')
  return visit.redirect(`${url.pathname}${url.search}`, 303)
}

function loginView(sandbox: Sandbox, visit: Visit, bank: Bank, journey: FallbackVisit, path: string) {
  const { name: legal = '', softwareId: software = '' } = applicationOf(sandbox, journey) ?? {}
  return {
    visit: journey,
    bank,
    path,
    startUrl: startUrlOf(visit),
    now: sandbox.clock.now(),
    keypad: shuffleDigits(),
    // A TPP acts here, perhaps for many customers: nothing is remembered.
    rememberedIdentifier: undefined,
    identifierCanChange: true,
    person: journey.personId === null ? null : findPerson(sandbox.db, journey.personId),
    names: { software, legal },
    app: null,
  }
}

async function submit(sandbox: Sandbox, visit: Visit): Promise<Response> {
  const action = fallbackActions.find(name => name === visit.req.param('action'))
  const form = new URLSearchParams(await visit.req.text())
  const loaded = load(sandbox, visit)
  if (!loaded.ok) return problem(sandbox, visit, loaded.problem, loaded.status)
  if (!isOwnForm(visit)) return problem(sandbox, visit, 'foreign_form', 403)
  if (!action) return problem(sandbox, visit, 'not_found', 404)
  submitFallbackForm(sandbox, loaded.bank, loaded.journey, action, form)
  return visit.redirect(loaded.path, 303)
}
