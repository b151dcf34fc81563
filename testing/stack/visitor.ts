import { Agent, type Dispatcher, request } from 'undici'
import { newCookieJar } from '#testing/cookie-jar.ts'
import { aPerson } from '#testing/people/a-person.ts'
import { type HostileStack, password } from './built.ts'

/** A person with a browser that supports cookies, forms and JSON; each request may go to either of our processes. */

export type Answer = {
  readonly status: number
  readonly location: string | null
  readonly text: string
  readonly json: () => unknown
}

export type HostileVisitor = {
  readonly userId: string
  /** The browser's cookie header. */
  readonly cookie: () => string
  readonly get: (path: string) => Promise<Answer>
  readonly form: (path: string, fields: Readonly<Record<string, string>>) => Promise<Answer>
  readonly send: (method: 'POST' | 'PUT', path: string, body?: unknown) => Promise<Answer>
  /** Answers that no page of ours may give. */
  readonly faults: string[]
  /** The longest request except readings, in milliseconds. */
  readonly longestMs: () => number
  readonly longestReadingMs: () => number
  /** The largest page, in bytes. */
  readonly largest: () => number
}

const agent = new Agent({ connections: 200, headersTimeout: 200_000, bodyTimeout: 200_000 })
let visitors = 0

/** Creates an account and signs in by the form, from an own address. */
export async function newHostileVisitor(stack: HostileStack): Promise<HostileVisitor> {
  const { userId, email } = await aPerson({ name: 'Mar Prat', passwordHash: stack.passwordHash, locale: 'en' })
  return signIn(stack, userId, email)
}

/** A person with an existing account, signed in by the form. */
export async function signIn(stack: HostileStack, userId: string, email: string): Promise<HostileVisitor> {
  visitors += 1
  const visitor = openVisitor(stack, userId, `198.51.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`)
  const { location } = await visitor.form('/signin/start', { email, password, next: '/home' })
  if (location !== '/home') throw new Error(`nobody was signed in: sent to ${location}`)
  return visitor
}

function openVisitor(stack: HostileStack, userId: string, address: string): HostileVisitor {
  const cookies = newCookieJar()
  const faults: string[] = []
  const most = { ms: 0, readingMs: 0, bytes: 0 }
  let turn = visitors
  const ask = async (method: Dispatcher.HttpMethod, path: string, type: string | null, body: string | null) => {
    turn += 1
    const { port } = stack.servers[turn % 2 === 0 ? 0 : 1]
    const since = performance.now()
    const answer = await request(`http://127.0.0.1:${port}${path}`, {
      dispatcher: agent,
      method,
      body,
      headers: {
        host: stack.host,
        'x-forwarded-for': address,
        'sec-fetch-site': 'same-origin',
        origin: `http://${stack.host}`,
        'user-agent': 'Mozilla/5.0',
        cookie: cookies.read(),
        ...(type === null ? {} : { 'content-type': type }),
      },
    })
    const text = await answer.body.text()
    const ms = performance.now() - since
    cookies.keep(answer.headers['set-cookie'])
    // A reading reports its progress; everything else makes the person wait in front of an empty page.
    if (path.endsWith('/refresh')) most.readingMs = Math.max(most.readingMs, ms)
    else most.ms = Math.max(most.ms, ms)
    most.bytes = Math.max(most.bytes, text.length)
    const where = `${method} ${path.split('?')[0]}`
    if (isOurFault(answer.statusCode, text)) faults.push(`${where} answered ${answer.statusCode}`)
    const { location } = answer.headers
    return {
      status: answer.statusCode,
      location: typeof location === 'string' ? location : null,
      text,
      json: () => JSON.parse(text) as unknown,
    }
  }
  return {
    userId,
    cookie: cookies.read,
    faults,
    longestMs: () => Math.round(most.ms),
    longestReadingMs: () => Math.round(most.readingMs),
    largest: () => most.bytes,
    get: path => ask('GET', path, null, null),
    form: (path, fields) =>
      ask('POST', path, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString()),
    send: (method, path, body) => ask(method, path, 'application/json', JSON.stringify(body ?? {})),
  }
}

/** A 5xx is only allowed as a problem that names the bank; `our_fault` is never allowed. */
function isOurFault(status: number, text: string): boolean {
  if (status < 500) return false
  return !/"code":"bank_[a-z_]+"/.test(text)
}
