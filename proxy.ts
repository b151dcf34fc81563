import { randomBytes } from 'node:crypto'
import { type NextRequest, NextResponse } from 'next/server'
import { payLanguageCookie, readPayLanguage } from '#lib/domain/requests/pay-language.ts'
import { readEnv } from '#lib/env.ts'

/**
 * Headers of every answer. Nothing here decides access: a request that bypassed this file would still meet the session check of
 * its page or route.
 */

// No matcher, so that it runs for every path and whatever headers a request has. A matcher with a `missing` clause would let
// `purpose: prefetch` bypass it, without a policy and with a nonce of the client's choice (quality.md, 1).

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

export type Policy = { readonly nonce: string; readonly bankScreens: string; readonly development: boolean }

/**
 * Scripts run only with this answer's nonce, or if such a script loads them. Style attributes are allowed and style elements are
 * not: a list of 20,000 rows and a bank's colour need an attribute, which can't load or run anything. Our forms are redirected to
 * the bank, and browsers apply form-action to redirects too.
 */
export function policyOf({ nonce, bankScreens, development }: Policy): string {
  return [
    "default-src 'self'",
    // React's development build evaluates code to rebuild server stacks; production does not.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Next's development overlay adds style elements without a nonce.
    ...(development ? ["style-src-elem 'self' 'unsafe-inline'"] : []),
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

/** Where a browser is redirected to authorise: the banks in BANK_SCREENS, by default the screens of the sandbox. */
function bankScreens(): string {
  return readEnv('BANK_SCREENS') ?? `http://*.sandbox.localhost:${readEnv('SANDBOX_SCREENS_PORT')}`
}

/** Public files, the same for everybody; nothing else is cached (C36). */
const isPublicFile = (path: string) =>
  /^\/(_next\/static\/|certificates\/|icons?\/|images\/|workers\/|favicon|icon|apple-icon|manifest|robots\.txt|sitemap)/.test(
    path,
  )

/** Headers that do not depend on the page. */
export function safetyHeaders(path: string, appUrl: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Banks fetch our certificates, and shops show the logos of banks.
    'Cross-Origin-Resource-Policy': /^\/(certificates|images\/banks)\//.test(path) ? 'cross-origin' : 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    // The address of a callback contains the bank's code, that of a mailed link its token: no referrer is sent, not even to ourselves (C6).
    'Referrer-Policy': /^\/(callback\/|email\/(?:confirm|change)$|password\/new$)/.test(path)
      ? 'no-referrer'
      : 'same-origin',
    ...(isPublicFile(path) ? {} : { 'Cache-Control': 'private, no-store' }),
    ...(appUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
  }
}

/** Answers of the API and images are data: they load nothing and can't be framed. */
const policyOfData = "default-src 'none'; frame-ancestors 'none'"

/** The language that the shop wants for a payer's page, kept for a day in a cookie of these pages alone. Null without a wish. */
function toLanguage({ nextUrl }: NextRequest): NextResponse | null {
  const wanted = nextUrl.pathname.startsWith('/pay/') ? readPayLanguage(nextUrl.searchParams.get('lang')) : null
  if (wanted === null) return null
  // The address has to be absolute, and behind a proxy the request does not have our own host.
  const address = new URL(`${nextUrl.pathname}${nextUrl.search}`, readEnv('APP_URL'))
  address.searchParams.delete('lang')
  const response = NextResponse.redirect(address, 307)
  response.cookies.set(payLanguageCookie, wanted, { path: '/pay', httpOnly: true, sameSite: 'lax', maxAge: 24 * 3600 })
  return response
}

export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl
  const nonce = randomBytes(18).toString('base64')
  const policy = policyOf({ nonce, bankScreens: bankScreens(), development: process.env.NODE_ENV === 'development' })
  const inbound = new Headers([...request.headers].filter(([name]) => !isClientClaim(name)))
  inbound.set('x-nonce', nonce)
  inbound.set('content-security-policy', policy)
  // For the return after signing in. A callback's query contains the bank's code and is not passed on.
  inbound.set('x-guichet-path', pathname.startsWith('/callback/') ? pathname : `${pathname}${search}`)
  const response = toLanguage(request) ?? NextResponse.next({ request: { headers: inbound } })
  response.headers.set('Content-Security-Policy', /^\/(api|images)\//.test(pathname) ? policyOfData : policy)
  for (const [name, value] of Object.entries(safetyHeaders(pathname, readEnv('APP_URL'))))
    response.headers.set(name, value)
  return response
}
