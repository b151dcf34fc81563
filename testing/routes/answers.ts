/** What no answer of ours may contain, whatever the request. */

export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string }

/** Internal words: stacks, SQL, names of our libraries and their codes. */
const internal =
  /\bat [\w.<>]+ \(|node_modules|\.tsx?:\d+|Prisma|invalid byte sequence|\b22021\b|\b22P05\b|\bSELECT\b|TypeError|RangeError|URIError/

/** Why an answer of a route is a fault of ours; null if it is not. Refusals by a bank may be 502 and 503. */
export function findFault(file: string, { status, headers, text }: Answer): string | null {
  const location = headers.get('location') ?? ''
  if (/our_fault/.test(location)) return `leads to a fault of ours: ${location}`
  const isOfBank = /"code":"bank_|"code":"busy"/.test(text) || file.endsWith('/ready/route.ts')
  if (status >= 500 && !isOfBank) return `answers ${status}: ${text.slice(0, 300)}`
  if (internal.test(text) && !file.endsWith('/openapi.json/route.ts'))
    return `says what is ours: ${internal.exec(text)?.[0]}`
  const isProblem = (headers.get('content-type') ?? '').startsWith('application/problem+json')
  if (file.startsWith('app/api/') && !file.includes('/auth/') && status >= 400 && !isProblem && !isOfBank)
    return `answers ${status} without a problem`
  return null
}

/** The host of an answer, and the hosts to which it may redirect. */
export type Hosts = { readonly host: string; readonly banks: string }

/** Headers that every page must have. */
const ofPages = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'cache-control',
]

/** A text in the tests' requests that would do harm if it were returned. */
const evil = '<script>alert(1)'

/**
 * The same for an answer of the running application: refusals of the server and the framework come before the routes and are not
 * problems, but everything that a browser could show has its headers, redirects nowhere else and returns no executable text.
 */
export function findFaultOnWire(file: string, answer: Answer, { host, banks }: Hosts): string | null {
  const { headers, status, text } = answer
  const type = headers.get('content-type')
  const fault = findFault(type?.startsWith('application/') ? file : '', answer)
  if (fault !== null) return fault
  const isPage = type?.startsWith('text/html') === true
  const wanted = isPage ? ofPages : type !== null && text !== '' ? ['x-content-type-options'] : []
  const absent = wanted.filter(name => !headers.has(name))
  if (absent.length > 0) return `answers ${status} (${type}) without ${absent.join(', ')}`
  if (isPage && text.includes(evil)) return `says in a page what was asked: ${evil}`
  const ours = [...headers.keys()].filter(name =>
    /^(x-evil|x-powered-by|server|x-middleware-.*|x-guichet-.*)$/.test(name),
  )
  if (ours.length > 0) return `has the header ${ours.join(', ')}`
  const location = headers.get('location')
  if (location !== null && !isKnownPlace(location, host, banks)) return `leads to ${location.slice(0, 200)}`
  return null
}

function isKnownPlace(location: string, host: string, banks: string): boolean {
  const base = `http://${host}`
  if (!URL.canParse(location, base)) return false
  const url = new URL(location, base)
  return url.host === host || url.hostname.endsWith(`.${banks}`)
}
