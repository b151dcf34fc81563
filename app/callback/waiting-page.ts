import { createHash } from 'node:crypto'
import { localeOf, readCookies } from '#app/read-cookies.ts'
import type { Locale } from '#components/format/locale.ts'
import { messages } from '#components/i18n/messages.ts'
import { now } from '#lib/clock.ts'

/**
 * The page for a browser whose return from a bank can't be answered now: it loads its own address again by itself, without a script. It
 * is shown while anything else may fail, so it needs neither the database nor the framework's pages.
 */

/** What the person waits for. Without the database nothing else is known of them. */
export type Expected = 'payment' | 'link'

/** A bank's code is valid for a minute; after that the page says what can be so. */
const codeLifeMs = 60_000
/** A page that nobody closed does not ask for ever. */
const maxMs = 60 * 60_000

/** When the page loads again, in seconds, by how long the browser has waited; null if the person is to decide. */
export function secondsToNextTry(waitedMs: number): number | null {
  if (waitedMs < codeLifeMs) return 3
  return waitedMs < maxMs ? 15 : null
}

/** 503 with that page in the browser's language, and the time to retry. */
export function waitingPage(request: Request, expected: Expected): Response {
  const since = sinceOf(request) ?? now().getTime()
  const waitedMs = now().getTime() - since
  const seconds = secondsToNextTry(waitedMs)
  const locale = localeOf(request)
  const { [expected]: said, byItself, again } = messages[locale].callback
  const { title, text } = said[waitedMs < codeLifeMs ? 'soon' : 'late']
  const sentences = seconds === null ? [text] : [text, byItself]
  const nonce = request.headers.get('x-nonce') ?? ''
  return new Response(toHtml({ locale, title, sentences, action: again, seconds, nonce }), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': locale,
      'retry-after': String(seconds ?? 15),
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
      'set-cookie': `${sinceCookie}=${addressHash(request)}.${since}; Path=/; Max-Age=${maxMs / 500}; HttpOnly; Secure; SameSite=Lax`,
    },
  })
}

/** Since when this browser has tried this address. A browser without cookies is told each time that it is the first. */
const sinceCookie = '__Host-guichet.arrived'

function sinceOf(request: Request): number | null {
  const [hash, at = ''] = readCookies(request).get(sinceCookie)?.split('.') ?? []
  const since = /^\d{1,15}$/.test(at) ? Number(at) : null
  return hash === addressHash(request) && since !== null && since <= now().getTime() ? since : null
}

/** Of the whole address, whose code is not to be stored. */
function addressHash({ url }: Request): string {
  return createHash('sha256').update(url).digest('base64url').slice(0, 16)
}

type Page = {
  readonly locale: Locale
  readonly title: string
  readonly sentences: readonly string[]
  readonly action: string
  readonly seconds: number | null
  readonly nonce: string
}

/** The address of the refresh and of the link is empty: that of the page itself. All texts are ours. */
function toHtml({ locale, title, sentences, action, seconds, nonce }: Page): string {
  const refresh = seconds === null ? '' : `<meta http-equiv="refresh" content="${seconds}">`
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8">${refresh}<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer"><meta name="robots" content="noindex">
<title>${title} · Guichet</title><link rel="icon" href="/icon.svg"><style nonce="${nonce}">${style}</style></head>
<body><header><img src="/icon.svg" alt="" width="32" height="32"><span translate="no">guichet</span></header>
<main><h1>${title}</h1>${sentences.map(sentence => `<p>${sentence}</p>`).join('')}<p><a href="">${action}</a></p></main></body>
</html>
`
}

/** The colours of app/globals.css, whose built file has a name that only the framework knows. */
const style = `:root{color-scheme:light dark;background:light-dark(#faf7f1,#121412);color:light-dark(#1d1b17,#f0ede5)}
body{margin:0;font:1rem/1.55 Figtree,system-ui,sans-serif}
header{display:flex;align-items:center;gap:.625rem;padding:1.25rem 1rem;font-size:1.375rem;font-weight:700;letter-spacing:-.035em}
main{max-width:36rem;margin:0 auto;padding:1.5rem 1rem 5rem;overflow-wrap:anywhere}
h1{margin:0 0 1rem;font-size:1.75rem;line-height:1.2;letter-spacing:-.02em}
p{margin:0 0 1rem;color:light-dark(#56524a,#bab6aa)}
p:first-of-type{font-size:1.125rem;color:inherit}
a{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1.25rem;border-radius:.75rem;background:light-dark(#0e5a54,#63c8b8);color:light-dark(#fff,#05231f);font-weight:600;text-decoration:none}
a:hover{background:light-dark(#0a4843,#82d8ca)}
a:focus-visible{outline:3px solid light-dark(#0e5a54,#63c8b8);outline-offset:3px}
@media(min-width:40rem){header{padding:1.25rem 2rem}main{padding-top:3rem}}`
