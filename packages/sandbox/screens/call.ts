import { randomInt } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { html } from 'hono/html'
import { type Bank, groupDomain } from '#sandbox/banks.ts'
import { type Callback, callbackTimes } from '#sandbox/faults/callback.ts'
import type { Html } from '#sandbox/html/brands.ts'
import { renderScreen } from '#sandbox/html/layout.ts'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { chooseLanguage, type Language, otherLanguage, type Problem, texts } from '#sandbox/texts/catalogue.ts'
import { readIdentifier } from './identifier.ts'
import { formActionSource } from './redirect.ts'
import { renderProblem } from './render.ts'
import type { Onward } from './visits.ts'

/** One request to the screens. `bank` is the host's bank, null at the start page. */
export type Env = { Variables: { bank: Bank | null } }
export type Call = Context<Env>

export const yearSeconds = 31_536_000
/** More than the longest form of our pages. */
export const bodyBytes = 16_384

/** The content security policy of a page whose forms may redirect to `formAction`. */
export function policy(formAction: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${formAction}`,
  ].join('; ')
}

/** Allows the forms of this page to redirect to the TPP. */
export function allowForms(call: Call, ...addresses: readonly string[]): void {
  const sources = [...new Set(addresses.map(formActionSource))]
  call.header('Content-Security-Policy', policy(`'self' ${sources.join(' ')}`))
}

/** Whether a request is speculative (HEAD, prefetch, preview), without a person. */
export function isPrefetch(call: Call): boolean {
  const purpose = call.req.header('sec-purpose') ?? call.req.header('purpose') ?? call.req.header('x-purpose') ?? ''
  return call.req.method === 'HEAD' || /prefetch|preview/i.test(purpose)
}

/** Address of the start page, on the request's port and by its protocol. */
export function startUrlOf(call: Call): string {
  const port = /:(\d+)$/.exec(call.req.header('host') ?? '')?.[1]
  return `${new URL(call.req.url).protocol}//${groupDomain}${port ? `:${port}` : ''}/`
}

/** The language of a page outside an authorization; `?lang=` is stored in a cookie. */
export function languageOf(call: Call): Language {
  const asked = call.req.query('lang')
  const language = chooseLanguage(asked ?? getCookie(call, 'lang'), call.req.header('accept-language') ?? null)
  if (asked === language)
    setCookie(call, 'lang', language, { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: yearSeconds })
  return language
}

/** The bank's page for a request that it neither shows nor redirects. */
export function problem(
  sandbox: Sandbox,
  call: Call,
  which: Problem,
  status: 400 | 403 | 404 | 410 | 413 | 500,
): Response | Promise<Response> {
  const language = languageOf(call)
  const bank = call.get('bank')
  sandbox.log({ event: 'screens_refused', bankCode: bank?.code ?? null, problem: which })
  if (!bank) return call.text(`${status} ${which}`, status)
  const url = new URL(call.req.url)
  url.searchParams.set('lang', otherLanguage(language))
  // Only the query: a path chosen by the visitor must not become a link of ours (`//evil.example`).
  const languageHref = call.req.method === 'GET' ? url.search : '/'
  return call.html(renderProblem(which, { bank, language, languageHref, startUrl: startUrlOf(call) }), status)
}

/**
 * Whether a form comes from our own pages. SameSite keeps the cookie from foreign forms; in addition, browsers that send the origin of a
 * form are checked. With no-referrer their Origin is "null" even on our own pages, so Sec-Fetch-Site decides if it is sent.
 */
export function isOwnForm(call: Call): boolean {
  const site = call.req.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = call.req.header('origin')
  return origin === undefined || origin === 'null' || origin === new URL(call.req.url).origin
}

/** Stores or deletes the identifier in this browser, as the customer ticked; for this bank only. */
export function rememberIdentifier(call: Call, bank: Bank, form: URLSearchParams): void {
  const read = readIdentifier(bank, form.get('identifier') ?? '')
  const options = { path: '/', httpOnly: true, sameSite: 'Lax' } as const
  if (form.get('remember') !== 'yes') setCookie(call, 'identifier', '', { ...options, maxAge: 0 })
  else if (read.ok) setCookie(call, 'identifier', read.identifier, { ...options, maxAge: yearSeconds / 2 })
}

/**
 * Shows the current screen again, or redirects the browser to the TPP. The control desk can have that callback dropped or duplicated, in
 * which case a page of ours explains it instead.
 */
export function answer(
  sandbox: Sandbox,
  call: Call,
  { redirectTo }: Onward,
  { path, whose }: { readonly path: string; readonly whose: Callback },
): Response | Promise<Response> {
  if (redirectTo === null) return call.redirect(path, 303)
  const bank = call.get('bank')
  const times = callbackTimes(sandbox, whose)
  if (times === 1 || !bank) return call.redirect(redirectTo, 303)
  const language = languageOf(call)
  const frame = { bank, language, languageHref: '/', startUrl: startUrlOf(call) }
  return call.html(renderCallbackFault(frame, times, redirectTo))
}

/** The keypad's digits in a new random order for each page. */
export function shuffleDigits(): number[] {
  const digits = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
  return Array.from({ length: 10 }, () => digits.splice(randomInt(digits.length), 1)[0] ?? 0)
}

/** The page shown instead of the redirect if the desk drops or duplicates the callback. */
function renderCallbackFault(
  frame: { bank: Bank; language: Language; languageHref: string; startUrl: string },
  times: 0 | 2,
  url: string,
): Html {
  const t = texts[frame.language].callback
  const title = times === 0 ? t.dropped : t.doubled
  return renderScreen({
    ...frame,
    title,
    content:
      times === 0
        ? html`<h1>${title}</h1><p class="intro">${t.droppedText}</p>`
        : html`<h1>${title}</h1><p class="intro">${t.doubledText}</p>
<p><a class="button secondary" href="${url}" target="_blank" rel="noopener noreferrer">${t.first}</a></p>
<p><a class="button secondary" href="${url}">${t.second}</a></p>`,
  })
}
