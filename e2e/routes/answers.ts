/** What no answer of ours may be, whatever was asked. */

export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string }

/** Words of ours that no stranger should read: stacks, SQL, names of our libraries and their codes. */
const internal =
  /\bat [\w.<>]+ \(|node_modules|\.tsx?:\d+|Prisma|invalid byte sequence|\b22021\b|\b22P05\b|\bSELECT\b|TypeError|RangeError|URIError/

/** Why an answer of a route is a fault of ours; null when it is none. Refusals that a bank gives may be 502 and 503. */
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
