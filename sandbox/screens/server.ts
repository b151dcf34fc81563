import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie, setCookie } from 'hono/cookie'
import { type Bank, bankCodeOfHost, findBank, groupDomain } from '#sandbox/banks.ts'
import { createDesk } from '#sandbox/desk/server.ts'
import { checkAuthorizeRequest } from '#sandbox/oauth/authorize-request.ts'
import { findReference } from '#sandbox/reference/serve.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import { findAppOpening, noteAppOpening } from '#sandbox/store/app-openings.ts'
import { findApplication } from '#sandbox/store/applications.ts'
import { type Authorization, speakInAuthorization } from '#sandbox/store/authorizations.ts'
import { findPerson } from '#sandbox/store/people.ts'
import { actions, beginAuthorization, endWhenTimedOut, readAuthorization, submitForm } from './authorize.ts'
import { type Brand, brandOf, brands, groupBrand } from './brands.ts'
import { addFallbackRoutes } from './fallback-routes.ts'
import { renderHome } from './home-page.ts'
import { addPaymentRoutes } from './payment-routes.ts'
import { addPhoneRoutes, surfaceOf } from './phone-routes.ts'
import { buildRedirect } from './redirect.ts'
import { renderStep } from './screens.ts'
import { isSameBrowser } from './sign-in.ts'
import { renderStart } from './start-page.ts'
import { assets, brandStyle } from './style-sheet.ts'
import { otherLanguage, type Problem } from './texts.ts'
import {
  allowForms,
  answer,
  bodyBytes,
  type Env,
  isOwnForm,
  languageOf,
  policy,
  problem,
  rememberIdentifier,
  shuffleDigits,
  startUrlOf,
  type Visit,
  yearSeconds,
} from './visit.ts'

const authorizePath = '/stet/psd2/oauth/authorize'

/**
 * The screens of the bank's customers (`<code>.sandbox.localhost`) and the start page (`sandbox.localhost`), in plain
 * HTTP. A host that is neither answers 404. Listening is the caller's business.
 */
export function createScreensServer(sandbox: Sandbox): Server {
  return createServer(getRequestListener(createScreens(sandbox).fetch))
}

/** The screens as a handler of requests. */
export function createScreens(sandbox: Sandbox): Hono<Env> {
  const app = new Hono<Env>()
  app.use(async (visit, next) => {
    const code = bankCodeOfHost(visit.req.header('host'))
    visit.set('bank', code === null ? null : findBank(code))
    for (const [name, value] of Object.entries(securityHeaders)) visit.header(name, value)
    visit.header('Content-Security-Policy', policy("'self'"))
    await next()
  })
  app.get('/healthz', visit => visit.json(readHealth(sandbox)))
  app.use(async (visit, next) => (isKnownHost(visit) ? next() : visit.text('404 unknown host', 404)))
  app.get('/assets/:name', serveAsset)
  app.get('/', visit => showFrontPage(sandbox, visit))
  app.route('/desk', createDesk(sandbox))
  app.get('/reference/:name?', visit => showReference(sandbox, visit))
  app.get(authorizePath, visit => begin(sandbox, visit))
  app.get(`${authorizePath}/:id`, visit => show(sandbox, visit))
  app.post(
    `${authorizePath}/:id/:action`,
    bodyLimit({ maxSize: bodyBytes, onError: visit => problem(sandbox, visit, 'too_large', 413) }),
    visit => submit(sandbox, visit),
  )
  // A reload of an address that only takes forms: back to the screen, which knows where the customer is.
  app.get(`${authorizePath}/:id/:action`, visit => visit.redirect(`${authorizePath}/${visit.req.param('id')}`, 303))
  addPaymentRoutes(app, sandbox)
  addFallbackRoutes(app, sandbox)
  addPhoneRoutes(app, sandbox)
  app.notFound(visit => problem(sandbox, visit, 'not_found', 404))
  app.onError((error, visit) => {
    sandbox.log({ event: 'screens_failed', path: visit.req.routePath, error: error.name, message: error.message })
    return problem(sandbox, visit, 'our_fault', 500)
  })
  return app
}

const securityHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

function isKnownHost(visit: Visit): boolean {
  const name = (visit.req.header('host') ?? '').toLowerCase().replace(/:\d+$/, '')
  return visit.get('bank') !== null || name === groupDomain
}

function readHealth(sandbox: Sandbox): Record<string, unknown> {
  const row = sandbox.db.prepare('SELECT count(*) AS applications FROM applications').get()
  return { status: 'ok', now: sandbox.clock.now().toISOString(), applications: Number(row?.applications) }
}

function serveAsset(visit: Visit): Response | Promise<Response> {
  const bank = visit.get('bank')
  const brand = bank ? brandOf(bank.code) : groupBrand
  const name = visit.req.param('name') ?? ''
  visit.header('Cache-Control', `public, max-age=${yearSeconds}, immutable`)
  if (name === 'brand.css') return visit.body(brandStyle(brand), 200, { 'Content-Type': 'text/css; charset=utf-8' })
  if (name === 'mark.svg') return serveMark(visit, brand)
  const other = brands[/^mark-(\d+)\.svg$/.exec(name)?.[1] ?? '']
  if (other) return serveMark(visit, other)
  const asset = assets.get(name)
  if (asset) return visit.body(asset.body, 200, { 'Content-Type': asset.type })
  visit.header('Cache-Control', 'no-store')
  return visit.text('404', 404)
}

// As an image the mark has no page to take its colours from.
function serveMark(visit: Visit, brand: Brand): Response | Promise<Response> {
  const svg = String(brand.mark)
    .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
    .replaceAll('class="m1"', `fill="${brand.panel[0]}"`)
    .replaceAll('class="m2"', 'fill="#fff"')
    .replaceAll('class="m3"', `fill="${brand.accent}"`)
  return visit.body(svg, 200, { 'Content-Type': 'image/svg+xml' })
}

function showFrontPage(sandbox: Sandbox, visit: Visit): Response | Promise<Response> {
  const language = languageOf(visit)
  const frame = { language, languageHref: `/?lang=${otherLanguage(language)}`, startUrl: startUrlOf(visit) }
  const bank = visit.get('bank')
  return visit.html(bank ? renderHome(sandbox, { ...frame, bank }) : renderStart(sandbox, frame))
}

function showReference(sandbox: Sandbox, visit: Visit): Response | Promise<Response> {
  if (visit.get('bank')) return visit.notFound()
  const language = languageOf(visit)
  const frame = { language, languageHref: `?lang=${otherLanguage(language)}`, startUrl: startUrlOf(visit) }
  const found = findReference(sandbox, visit.req.param('name') ?? null, frame)
  if (!found) return visit.notFound()
  return found.kind === 'json' ? visit.json(found.body) : visit.html(found.page)
}

/** The authorize request of the TPP (D6): checked, turned into an authorization of this browser, and away to its screens. */
function begin(sandbox: Sandbox, visit: Visit): Response | Promise<Response> {
  const bank = visit.get('bank')
  if (!bank) return visit.notFound()
  const query = new URL(visit.req.url).searchParams
  const checked = checkAuthorizeRequest(sandbox, bank.code, query)
  if (!checked.ok && checked.show === 'page') return problem(sandbox, visit, checked.reason, 400)
  if (!checked.ok) {
    const { error, description, state, redirectUri } = checked
    return visit.redirect(buildRedirect(redirectUri, { error, error_description: description, state }), 303)
  }
  const { authorization, browserSecret } = beginAuthorization(sandbox, bank, checked, languageOf(visit))
  const shown = surfaceOf(sandbox, visit, checked)
  if (shown.surface === 'app') noteAppOpening(sandbox.db, authorization.id, shown.version)
  const path = `${authorizePath}/${authorization.id}`
  // One cookie per authorization, so two tabs work. Lax, because the customer comes from the TPP's site; not Secure,
  // because these screens are plain HTTP on loopback.
  setCookie(visit, 'authorization', browserSecret, { path, httpOnly: true, sameSite: 'Lax' })
  return visit.redirect(path, 303)
}

type Loaded = { ok: true; bank: Bank; authorization: Authorization; path: string } | { ok: false; problem: Problem }

function load(sandbox: Sandbox, visit: Visit): Loaded {
  const bank = visit.get('bank')
  const authorization = bank ? readAuthorization(sandbox, bank, visit.req.param('id') ?? '') : null
  if (!bank || !authorization) return { ok: false, problem: 'unknown_request' }
  if (!isSameBrowser(authorization, getCookie(visit, 'authorization'))) return { ok: false, problem: 'other_browser' }
  // The app is the one for private persons: professional segments are not activated (§ App-to-app activation).
  const isInApp = findAppOpening(sandbox.db, authorization.id) !== null
  const served: Bank = isInApp ? { ...bank, segments: ['retail'] } : bank
  return { ok: true, bank: served, authorization, path: `${authorizePath}/${authorization.id}` }
}

function show(sandbox: Sandbox, visit: Visit): Response | Promise<Response> {
  const loaded = load(sandbox, visit)
  if (!loaded.ok) return problem(sandbox, visit, loaded.problem, loaded.problem === 'unknown_request' ? 404 : 403)
  const { authorization, bank, path } = loaded
  const late = endWhenTimedOut(sandbox, authorization)
  if (late) return answer(sandbox, visit, late, path, authorization)
  const wished = visit.req.query('lang')
  if (wished !== undefined) {
    speakInAuthorization(sandbox.db, bank.code, authorization.id, languageOf(visit))
    return visit.redirect(path, 303)
  }
  allowForms(visit, authorization.redirectUri)
  return visit.html(renderStep(viewOf(sandbox, visit, bank, authorization, path)))
}

function viewOf(sandbox: Sandbox, visit: Visit, bank: Bank, authorization: Authorization, path: string) {
  return {
    authorization,
    bank,
    path,
    startUrl: startUrlOf(visit),
    now: sandbox.clock.now(),
    keypad: shuffleDigits(),
    rememberedIdentifier: getCookie(visit, 'identifier') ?? null,
    person: authorization.personId === null ? null : findPerson(sandbox.db, authorization.personId),
    app: findAppOpening(sandbox.db, authorization.id),
    organisationId: findApplication(sandbox.db, authorization.clientId)?.organisationId ?? '',
  }
}

async function submit(sandbox: Sandbox, visit: Visit): Promise<Response> {
  const loaded = load(sandbox, visit)
  if (!loaded.ok) return problem(sandbox, visit, loaded.problem, loaded.problem === 'unknown_request' ? 404 : 403)
  if (!isOwnForm(visit)) return problem(sandbox, visit, 'foreign_form', 403)
  const action = actions.find(name => name === visit.req.param('action'))
  if (!action) return problem(sandbox, visit, 'not_found', 404)
  const form = new URLSearchParams(await visit.req.text())
  const outcome = submitForm(sandbox, loaded.bank, loaded.authorization, action, form)
  if (action === 'identifier') rememberIdentifier(visit, loaded.bank, form)
  return answer(sandbox, visit, outcome, loaded.path, loaded.authorization)
}
