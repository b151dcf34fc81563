/** What every callback answers when a browser arrives from a bank. */

/** Whether a browser prefetches: no person is there yet, and the code must not be used (C7). */
export function isGuess({ headers }: Request): boolean {
  return (
    /prefetch|prerender/.test(`${headers.get('sec-purpose')} ${headers.get('purpose')}`) ||
    headers.has('next-router-prefetch')
  )
}

/** Redirects to an address without the code, with no referrer (C6). */
export function goOn(location: string, cookie: string | null = null): Response {
  const headers = new Headers({ location, 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' })
  if (cookie !== null) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}

/** Answers a prefetch without doing anything. */
export function answerGuess(): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'private, no-store' } })
}

/** Next would answer HEAD by GET, which would use the code up. */
export function refuseHead(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET' } })
}
