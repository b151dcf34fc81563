/** A browser arrives from a bank: what every callback answers, whatever it is about. */

/** A browser that loads ahead has nobody in front of it yet: the code stays for the one who comes (C7). */
export function isGuess({ headers }: Request): boolean {
  return (
    /prefetch|prerender/.test(`${headers.get('sec-purpose')} ${headers.get('purpose')}`) ||
    headers.has('next-router-prefetch')
  )
}

/** On to an address without the code; nobody is told where the browser came from (C6). */
export function goOn(location: string, cookie: string | null = null): Response {
  const headers = new Headers({ location, 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' })
  if (cookie !== null) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}

/** Nothing is done for a guess. */
export function answerGuess(): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'private, no-store' } })
}

/** Next would answer HEAD through GET, and a code is good once. */
export function refuseHead(): Response {
  return new Response(null, { status: 405, headers: { allow: 'GET' } })
}
