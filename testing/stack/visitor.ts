import { setTimeout as delay } from 'node:timers/promises'
import { Agent } from 'undici'
import { aPerson } from '#testing/people/a-person.ts'
import { type Answer, openVisitor } from '#testing/visitor.ts'
import { type HostileStack, password } from './built.ts'

/** A person with a browser that supports cookies, forms and JSON; each request may go to either of our processes. */

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
  const visitor = open(stack, userId, `198.51.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`)
  const { location } = await visitor.form('/signin/start', { email, password, next: '/home' })
  if (location !== '/home') throw new Error(`nobody was signed in: sent to ${location}`)
  return visitor
}

function open({ servers, host }: HostileStack, userId: string, address: string): HostileVisitor {
  const { cookie, ask, form, send } = openVisitor(agent, {
    host,
    'x-forwarded-for': address,
    'sec-fetch-site': 'same-origin',
    origin: `http://${host}`,
    'user-agent': 'Mozilla/5.0',
  })
  const faults: string[] = []
  const most = { ms: 0, readingMs: 0, bytes: 0 }
  let turn = visitors
  const watch = async (method: string, path: string, act: (url: string) => Promise<Answer>) => {
    turn += 1
    const since = performance.now()
    const answer = await act(`http://127.0.0.1:${servers[turn % 2 === 0 ? 0 : 1].port}${path}`)
    const ms = performance.now() - since
    // A reading reports its progress; everything else makes the person wait in front of an empty page.
    if (path.endsWith('/refresh')) most.readingMs = Math.max(most.readingMs, ms)
    else most.ms = Math.max(most.ms, ms)
    most.bytes = Math.max(most.bytes, answer.text.length)
    if (isOurFault(answer)) faults.push(`${method} ${path.split('?')[0]} answered ${answer.status}`)
    return answer
  }
  return {
    userId,
    cookie,
    faults,
    longestMs: () => Math.round(most.ms),
    longestReadingMs: () => Math.round(most.readingMs),
    largest: () => most.bytes,
    async get(path) {
      const load = async () => watch('GET', path, url => ask('GET', url))
      let answer = await load()
      for (let loads = 1; loads < mostLoads && isWaitingPage(answer); loads += 1) {
        await delay(1000)
        answer = await load()
      }
      if (isWaitingPage(answer)) faults.push(`GET ${path.split('?')[0]} still answers that the page loads again`)
      return answer
    },
    form: (path, fields) => watch('POST', path, url => form(url, fields)),
    send: (method, path, body = {}) => watch(method, path, url => send(method, url, body)),
  }
}

const mostLoads = 20

/** What a callback answers when it takes longer than a browser waits, as on a busy machine. */
function isWaitingPage({ status, text }: Answer): boolean {
  return status === 503 && text.includes('<meta http-equiv="refresh"')
}

/** A 5xx is only allowed as a problem that names the bank; `our_fault` is never allowed. */
function isOurFault(answer: Answer): boolean {
  return answer.status >= 500 && !isWaitingPage(answer) && !/"code":"bank_[a-z_]+"/.test(answer.text)
}
