import { toRefused } from '#app/problem.ts'
import { inTime } from '#lib/base/in-time.ts'
import { type Expected, waitingPage } from './waiting-page.ts'

/** What every callback answers when a browser arrives from a bank. */

/** A browser is answered within this time. Shorter than what a proxy waits, longer than most banks take. */
export const arrivalLimits = { patienceMs: 8_000 }

/**
 * Answers with what `arrive` says. If it fails or takes too long, the browser gets a page that loads the same address again: until the
 * code is stored, it is nowhere else (H9). So `arrive` is called again with the same code (C5). What takes too long goes on.
 */
export async function answerArrival(
  request: Request,
  expected: Expected,
  arrive: () => Promise<Response>,
): Promise<Response> {
  if (isPrefetch(request)) return answerPrefetch()
  const arriving = arrive().catch((error: unknown) => {
    toRefused(error, request)
    return null
  })
  return (await inTime(arriving, arrivalLimits.patienceMs)) ?? waitingPage(request, expected)
}

/** Whether a browser prefetches: no person is there yet, and the code must not be used (C7). */
function isPrefetch({ headers }: Request): boolean {
  return (
    /prefetch|prerender/.test(`${headers.get('sec-purpose')} ${headers.get('purpose')}`) ||
    headers.has('next-router-prefetch')
  )
}

/** Redirects to an address without the code, with no referrer (C6). */
export function redirectTo(location: string, cookie: string | null = null): Response {
  const headers = new Headers({ location, 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' })
  if (cookie !== null) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}

/** Answers a prefetch without doing anything. */
function answerPrefetch(): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'private, no-store' } })
}

/** Next would answer HEAD by GET, which would use the code up. */
export function refuseHead(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET' } })
}
