import { randomBytes } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener } from 'node:http'
import { payLanguageCookie, readPayLanguage } from '#lib/domain/requests/pay-language.ts'
import type { Env } from '#lib/env.ts'
import { sandboxScreens } from '#lib/services/banks/sandbox.ts'

/**
 * Headers of every answer of the application. They are added by our own server, because a proxy of the framework would make every
 * request dearer (docs/costs.md, T11). Nothing here decides access: each page and route checks the session itself.
 */

/** Headers with claims of the client, removed before a page reads them (C34). */
const isClientClaim = (name: string) =>
  name === 'content-security-policy' ||
  name === 'content-security-policy-report-only' ||
  name === 'x-nonce' ||
  name === 'x-guichet-path' ||
  name === 'forwarded' ||
  name === 'x-real-ip' ||
  name.startsWith('x-middleware-') ||
  name.startsWith('x-forwarded-')

export type Site = {
  readonly appUrl: string
  /** Where a browser is redirected to authorise: origins separated by spaces. */
  readonly bankScreens: string
  readonly isDevelopment: boolean
}

/** Of our environment: the banks in BANK_SCREENS, by default the screens of the sandbox. */
export function siteOf(env: Pick<Env, 'APP_URL' | 'BANK_SCREENS' | 'LOCAL_TLS' | 'SANDBOX_SCREENS_PORT'>): Site {
  return {
    appUrl: env.APP_URL,
    bankScreens: env.BANK_SCREENS ?? sandboxScreens(env, '*'),
    isDevelopment: process.env.NODE_ENV === 'development',
  }
}

/**
 * Scripts run only with this answer's nonce, or if such a script loads them. Style attributes are allowed and style elements are
 * not: a list of 20,000 rows and a bank's colour need an attribute, which can't load or run anything. Our forms are redirected to
 * the bank, and browsers apply form-action to redirects too.
 */
export function policyOf(nonce: string, { bankScreens, isDevelopment }: Site): string {
  return [
    "default-src 'self'",
    // React's development build evaluates code to rebuild server stacks; production does not.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Next's development overlay adds style elements without a nonce.
    ...(isDevelopment ? ["style-src-elem 'self' 'unsafe-inline'"] : []),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "worker-src 'self'",
    "manifest-src 'self'",
    `form-action 'self' ${bankScreens}`,
  ].join('; ')
}

/** Answers of the API and images are data: they load nothing and can't be framed. */
const policyOfData = "default-src 'none'; frame-ancestors 'none'"
const isData = (path: string) => /^\/(api|images)\//.test(path)

/** Public files, the same for everybody; nothing else is cached (C36). */
const isPublicFile = (path: string) =>
  /^\/(_next\/static\/|button\/|certificates\/|icons?\/|images\/|favicon|icon|apple-icon|manifest|robots\.txt|sitemap)/.test(
    path,
  )

function cachingOf(path: string): Record<string, string> {
  return isPublicFile(path) ? {} : { 'Cache-Control': 'private, no-store' }
}

/** The headers of an answer to a request for this path, apart from the policy of pages. */
export function safetyHeaders(path: string, appUrl: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Banks fetch our certificates, and shops show our button and the logos of banks.
    'Cross-Origin-Resource-Policy': /^\/(button|certificates|images\/banks)\//.test(path)
      ? 'cross-origin'
      : 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    // The address of a callback contains the bank's code, that of a mailed link its token: no referrer is sent, not even to ourselves (C6).
    'Referrer-Policy': /^\/(callback\/|email\/(?:confirm|change)$|password\/new$)/.test(path)
      ? 'no-referrer'
      : 'same-origin',
    ...cachingOf(path),
    // Of localhost it would bind every other program on this machine too.
    ...(/^https:\/\/(?!localhost[:/]|localhost$)/.test(appUrl)
      ? { 'Strict-Transport-Security': 'max-age=63072000' }
      : {}),
  }
}

/** A request's path as the framework reads it, without dots, and its query without what the framework's own scripts add. */
function addressOf(url: string): URL {
  const address = URL.parse(`http://own.invalid${url}`) ?? new URL('http://own.invalid/')
  if (address.search.includes('_rsc')) address.searchParams.delete('_rsc')
  return address
}

/** For the return after signing in. A callback's query contains the bank's code and is not passed on. */
function pathToReturnTo({ pathname, search }: URL): string {
  return pathname.startsWith('/callback/') ? pathname : `${pathname}${search}`
}

/** A redirect that keeps the language that the shop wants for a payer's page, for a day, on these pages alone. Null without a wish. */
function toLanguage({ pathname, searchParams }: URL): OutgoingHttpHeaders | null {
  const wanted = pathname.startsWith('/pay/') ? readPayLanguage(searchParams.get('lang')) : null
  if (wanted === null) return null
  const others = new URLSearchParams(searchParams)
  others.delete('lang')
  return {
    'content-length': 0,
    location: others.size > 0 ? `${pathname}?${others}` : pathname,
    'set-cookie': `${payLanguageCookie}=${wanted}; Path=/pay; Max-Age=${24 * 3600}; HttpOnly; SameSite=Lax`,
  }
}

/**
 * Passes a request on with a nonce and a policy of ours instead of the client's claims, and its answer with all headers above. The
 * framework reads the nonce of its scripts from the request's policy. A shop's wish for the language of a payer's page is answered
 * with a redirect.
 */
export function addHeaders(handle: RequestListener, site: Site): RequestListener {
  return (request, response) => {
    const address = addressOf(request.url ?? '/')
    const policy = replaceClaims(request, address, site)
    response.setHeader('Content-Security-Policy', isData(address.pathname) ? policyOfData : policy)
    for (const [name, value] of Object.entries(safetyHeaders(address.pathname, site.appUrl)))
      response.setHeader(name, value)
    const redirect = toLanguage(address)
    if (redirect === null) return handle(request, response)
    response.writeHead(307, redirect).end()
  }
}

/** Returns the policy of the request's page. */
function replaceClaims({ headers }: IncomingMessage, address: URL, site: Site): string {
  for (const name of Object.keys(headers)) if (isClientClaim(name)) delete headers[name]
  const nonce = randomBytes(18).toString('base64')
  const policy = policyOf(nonce, site)
  headers['x-nonce'] = nonce
  headers['content-security-policy'] = policy
  headers['x-guichet-path'] = pathToReturnTo(address)
  return policy
}
