import { createServer, type Server } from 'node:http'
import { alsoServeTls } from '@guichet/local-tls/also-tls.ts'
import { getRequestListener } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { balancesOf } from '#sandbox/ais/balances.ts'
import { createDesk } from '#sandbox/desk/server.ts'
import { bankDay } from '#sandbox/people/today.ts'
import { consentPath } from '#sandbox/pis/consent-link.ts'
import { eligibleAccounts } from '#sandbox/pis/eligible.ts'
import { currentRevocationList } from '#sandbox/pki/issue.ts'
import { findReference } from '#sandbox/reference/serve.ts'
import { findAccountOf } from '#sandbox/store/accounts.ts'
import { otherLanguage } from '#sandbox/texts/catalogue.ts'
import { type Bank, bankCodeOfHost, findBank, groupDomain } from './banks.ts'
import { type Brand, brandOf, brands, groupBrand } from './html/brands.ts'
import { assets, brandStyle } from './html/style-sheet.ts'
import type { Sandbox } from './running-bank.ts'
import { addAuthorizeRoutes } from './screens/authorize-routes.ts'
import {
  allowForms,
  type Call,
  type Env,
  isPrefetch,
  languageOf,
  policy,
  problem,
  startUrlOf,
  yearSeconds,
} from './screens/call.ts'
import { addFallbackRoutes } from './screens/fallback-routes.ts'
import { renderHome } from './screens/home-page.ts'
import { type Choice, type PaymentView, renderPaymentStep } from './screens/payment-pages.ts'
import { paymentVisitType, readSubject, welcome } from './screens/payment-visit.ts'
import { addPhoneRoutes } from './screens/phone-routes.ts'
import { renderStart } from './screens/start-page.ts'
import { addStatistics } from './screens/statistics.ts'
import { addVisitRoutes, frameOf, type Here, type VisitRoutes } from './screens/visit-routes.ts'

/** The longest time a connection may stay open without a request; Node counts from the connection's start. */
const httpLimits = {
  headersTimeout: 20_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
}

/**
 * Serves the customers' screens (`<code>.sandbox.localhost`), the start page (`sandbox.localhost`) and the CRL of the bank's authority, in
 * HTTP, and https where LOCAL_TLS is set. Any other host is refused with 421. The caller listens.
 */
export function createScreensServer(sandbox: Sandbox): Server {
  const server = createServer(httpLimits, getRequestListener(createScreens(sandbox).fetch))
  return alsoServeTls(server, sandbox.settings.localTls ?? undefined)
}

/** The screens as a request handler. */
export function createScreens(sandbox: Sandbox): Hono<Env> {
  const app = new Hono<Env>()
  const { tourOrigin } = sandbox.settings
  if (tourOrigin !== null) app.use(allowFraming(tourOrigin))
  app.use(async (call, next) => {
    const code = bankCodeOfHost(call.req.header('host'))
    call.set('bank', code === null ? null : findBank(code))
    for (const [name, value] of Object.entries(securityHeaders)) call.header(name, value)
    call.header('Content-Security-Policy', policy("'self'"))
    await next()
  })
  app.use(async (call, next) => (isKnownHost(call) || isHealthOfMachine(call) ? next() : sendToKnownHost(call)))
  addStatistics(app, sandbox)
  app.get('/healthz', call => call.json(readHealth(sandbox)))
  app.get('/assets/:name', serveAsset)
  app.get('/revoked.crl', async call => {
    const list = await currentRevocationList(sandbox.pki.directory)
    return call.body(new Uint8Array(list), 200, { 'Content-Type': 'application/pkix-crl' })
  })
  app.get('/', call => showFrontPage(sandbox, call))
  app.route('/desk', createDesk(sandbox))
  app.get('/reference/:name?', call => showReference(sandbox, call))
  addAuthorizeRoutes(app, sandbox)
  addPaymentRoutes(app, sandbox)
  addFallbackRoutes(app, sandbox)
  addPhoneRoutes(app, sandbox)
  app.notFound(call => problem(sandbox, call, 'not_found', 404))
  app.onError((error, call) => {
    sandbox.log({ event: 'screens_failed', path: call.req.routePath, error: error.name, message: error.message })
    return problem(sandbox, call, 'our_fault', 500)
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

const frontPages = /^\/(desk|reference(\/[a-z-]+)?)?$/

/** Redirects from this machine's IP address to the start page, which is only served under its own name. */
function sendToKnownHost(call: Call): Response {
  const startUrl = startUrlOf(call)
  if (isOfMachine(call)) {
    return call.req.method === 'GET' && frontPages.test(call.req.path)
      ? call.redirect(startUrl + call.req.path.slice(1), 302)
      : call.text(`404 The start page: ${startUrl}`, 404)
  }
  return call.text(`421 No bank answers under this name. The start page: ${startUrl}`, 421)
}

/** Whether the request came by a host name that cannot be pointed elsewhere. */
function isOfMachine(call: Call): boolean {
  const name = (call.req.header('host') ?? '').toLowerCase().replace(/:\d+$/, '')
  return ['localhost', '127.0.0.1', '[::1]'].includes(name)
}

const isHealthOfMachine = (call: Call): boolean => call.req.path === '/healthz' && isOfMachine(call)

function isKnownHost(call: Call): boolean {
  const name = (call.req.header('host') ?? '').toLowerCase().replace(/:\d+$/, '')
  return call.get('bank') !== null || name === groupDomain
}

function readHealth(sandbox: Sandbox): Record<string, unknown> {
  const row = sandbox.db.prepare('SELECT count(*) AS applications FROM applications').get()
  return { status: 'ok', now: sandbox.clock.now().toISOString(), applications: Number(row?.applications) }
}

function serveAsset(call: Call): Response | Promise<Response> {
  const bank = call.get('bank')
  const brand = bank ? brandOf(bank.code) : groupBrand
  const name = call.req.param('name') ?? ''
  call.header('Cache-Control', `public, max-age=${yearSeconds}, immutable`)
  if (name === 'brand.css') return call.body(brandStyle(brand), 200, { 'Content-Type': 'text/css; charset=utf-8' })
  if (name === 'mark.svg') return serveMark(call, brand)
  const other = brands[/^mark-(\d+)\.svg$/.exec(name)?.[1] ?? '']
  if (other) return serveMark(call, other)
  const asset = assets.get(name)
  if (asset) return call.body(asset.body, 200, { 'Content-Type': asset.type })
  call.header('Cache-Control', 'no-store')
  return call.text('404', 404)
}

// As an image, the logo has no page to inherit its colours from.
function serveMark(call: Call, brand: Brand): Response | Promise<Response> {
  const svg = String(brand.mark)
    .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
    .replaceAll('class="m1"', `fill="${brand.panel.from}"`)
    .replaceAll('class="m2"', 'fill="#fff"')
    .replaceAll('class="m3"', `fill="${brand.accent}"`)
  return call.body(svg, 200, { 'Content-Type': 'image/svg+xml' })
}

function showFrontPage(sandbox: Sandbox, call: Call): Response | Promise<Response> {
  const language = languageOf(call)
  const frame = { language, languageHref: `/?lang=${otherLanguage(language)}`, startUrl: startUrlOf(call) }
  const bank = call.get('bank')
  return call.html(bank ? renderHome(sandbox, { ...frame, bank }) : renderStart(sandbox, frame))
}

function showReference(sandbox: Sandbox, call: Call): Response | Promise<Response> {
  if (call.get('bank')) return call.notFound()
  const language = languageOf(call)
  const frame = { language, languageHref: `?lang=${otherLanguage(language)}`, startUrl: startUrlOf(call) }
  const found = findReference(sandbox, call.req.param('name') ?? null, frame)
  if (!found) return call.notFound()
  return found.kind === 'json' ? call.json(found.body) : call.html(found.page)
}

/**
 * Lets the guided tour show the customers' screens in a frame. Only requests from inside such a frame get other headers than usual:
 * the tour as the one allowed ancestor, its script that follows the journey, and cookies that belong to the tour's page alone
 * (`Partitioned`), because a frame on another site gets no `Lax` cookies. The start page and the control desk are never framed.
 */
function allowFraming(tourOrigin: string): MiddlewareHandler<Env> {
  return async (call, next) => {
    await next()
    const isFramed = call.req.header('sec-fetch-dest') === 'iframe' || getCookie(call, marker) === '1'
    if (!isFramed || call.get('bank') === null) return
    const { headers } = call.res
    const policy = headers.get('content-security-policy') ?? ''
    headers.set(
      'content-security-policy',
      policy
        .replace("frame-ancestors 'none'", `frame-ancestors ${tourOrigin}`)
        .replace("script-src 'self'", `script-src 'self' ${tourOrigin}`),
    )
    headers.delete('x-frame-options')
    const cookies = headers.getSetCookie()
    headers.delete('set-cookie')
    for (const cookie of [...cookies, `${marker}=1; Path=/; HttpOnly`])
      headers.append('set-cookie', partitioned(cookie))
    if (!headers.get('content-type')?.startsWith('text/html')) return
    const page = (await call.res.text()).replace(/<head>/, `<head><script src="${tourOrigin}/hand.js"></script>`)
    call.res = new Response(page, { status: call.res.status, headers })
  }
}

const marker = '__Host-tour'

/** A cookie as before, but for this frame of the tour's page only. */
function partitioned(cookie: string): string {
  return `${cookie.replace(/;\s*(SameSite=\w+|Secure|Partitioned)/gi, '')}; Secure; SameSite=None; Partitioned`
}

/** The screens of payments and cancellations (document 2), opened by `consentApproval` links. */
function addPaymentRoutes(app: Hono<Env>, sandbox: Sandbox): void {
  const routes: VisitRoutes<'payment'> = {
    path: consentPath,
    visitType: paymentVisitType,
    remembers: true,
    clientIdOf: visit => readSubject(sandbox, visit).payment.clientId,
    aboutOf: visit => JSON.stringify(readSubject(sandbox, visit).payment.body),
    begin: (call, bank) => begin(sandbox, call, bank),
    show(here) {
      const view = viewOf(sandbox, here)
      const { successUrl, failureUrl } = view.payment
      allowForms(here.call, successUrl, ...(failureUrl === null ? [] : [failureUrl]))
      return here.call.html(renderPaymentStep(view))
    },
  }
  addVisitRoutes(app, sandbox, routes)
}

function begin(sandbox: Sandbox, call: Call, bank: Bank): ReturnType<VisitRoutes<'payment'>['begin']> {
  // A prefetch by a browser or a mail scanner must not use the nonce up.
  if (isPrefetch(call)) return call.body(null, 204)
  const query = new URL(call.req.url).searchParams
  const [paymentId, nonce] = [query.getAll('paymentRequestResourceId'), query.getAll('nonce')]
  if (paymentId.length !== 1 || nonce.length !== 1) return problem(sandbox, call, 'unknown_payment', 404)
  const link = { paymentId: paymentId[0] ?? '', nonce: nonce[0] ?? '' }
  const welcomed = welcome(sandbox, bank, link, languageOf(call))
  if (welcomed.kind === 'unknown') return problem(sandbox, call, 'unknown_payment', 404)
  if (welcomed.kind === 'used') return problem(sandbox, call, 'nonce_used', 410)
  return welcomed.kind === 'send_back' ? call.redirect(welcomed.url, 303) : welcomed
}

function viewOf(sandbox: Sandbox, here: Here<'payment'>): PaymentView {
  const { payment, cancellation } = readSubject(sandbox, here.visit)
  const { step, personId, accountId } = here.visit
  return {
    ...frameOf(sandbox, here),
    payment,
    cancellation,
    choices: step === 'account' && personId !== null ? choicesOf(sandbox, payment, personId) : [],
    account: personId !== null && accountId !== null ? findAccountOf(sandbox.db, personId, accountId) : null,
    organisationId: payment.organisationId,
  }
}

/** The eligible accounts with their current balances. */
function choicesOf(sandbox: Sandbox, payment: PaymentView['payment'], personId: string): Choice[] {
  bankDay(sandbox)
  return eligibleAccounts(sandbox, payment, personId).map(account => {
    const instant = balancesOf(sandbox.db, account, sandbox.clock.now()).find(({ type }) => type === 'OTHR')
    return { account, balanceMinor: instant?.amountMinor ?? 0n }
  })
}
