import fc from 'fast-check'
import { z } from 'zod'

import type { DeskRoute } from '#sandbox/desk/route.ts'
import { apiPath, deskRoutes } from '#sandbox/desk/routes.ts'
import { checkDocumented, documentOf } from '#sandbox/desk/test-server.ts'
import { fallbackLocation } from '#sandbox/oauth/fallback.ts'
import { askPayment, follow } from '#sandbox/screens/test-payment.ts'
import { authorizeUrl, type Page, type TestBank, Visitor, Walk } from '#sandbox/screens/test-visitor.ts'
import { accountsOf } from '#sandbox/store/accounts.ts'
import { findApplication } from '#sandbox/store/applications.ts'
import { createScreens } from './screens-server.ts'
import {
  asText,
  encode,
  type FuzzOptions,
  fuzz,
  headerValue,
  type Json,
  nasty,
  nearly,
  type Seen,
} from './test-fuzz.ts'

const bankHost = '19870.sandbox.localhost'
const groupHost = 'sandbox.localhost'

/** Checks that an answer is no fault of ours and reveals nothing about the program. */
function checkSound(bank: TestBank, what: string, page: Page): void {
  const failed = bank.logged.splice(0).find(({ event }) => event === 'screens_failed' || event === 'desk_failed')
  if (failed) throw new Error(`${what} failed: ${JSON.stringify(failed)}`)
  if (page.status >= 500) throw new Error(`${what} answered ${page.status}`)
  if (/\n\s+at .*\.ts:\d+|node:internal/.test(page.text)) throw new Error(`${what} shows a stack`)
}

const screenStatuses = new Set([200, 302, 303, 400, 403, 404, 410, 413, 421])
const spokenFields = ['turn', 'identifier', 'password', 'code', 'account', 'app', 'lang', '__proto__']
const spokenHeaders = ['accept-language', 'cookie', 'user-agent', 'origin', 'sec-fetch-site', 'sec-ch-ua-mobile']

/** Texts for a form or a query: some that the screens look for, most of them changed. */
const spokenText = fc.oneof(fc.constantFrom('0', '10020002', '135790', 'fr'), nasty)
const fields = fc
  .array(fc.tuple(fc.constantFrom(...spokenFields), spokenText), { maxLength: 4 })
  .map(pairs => pairs.map(([name, text]): [string, string] => [name, text.toWellFormed().slice(0, 3_000)]))

const spoiledHeaders = fc
  .subarray(spokenHeaders, { maxLength: 2 })
  .chain(names => fc.tuple(...names.map(name => fc.tuple(fc.constant(name), headerValue))))
  .map(pairs => Object.fromEntries(pairs))

/** Every address of the screens that accepts GET or POST, except the desk. */
export function screenRoutes(bank: TestBank): { method: string; path: string }[] {
  const found = createScreens(bank.sandbox).routes.filter(
    ({ method, path }) => (method === 'GET' || method === 'POST') && !path.startsWith('/desk') && !path.includes('*'),
  )
  return [...new Map(found.map(({ method, path }) => [`${method} ${path}`, { method, path }])).values()]
}

/** Starts a visit of each kind, up to the screen after the password; by the beginning of its addresses. */
async function visitsByKind(bank: TestBank): Promise<Map<string, () => Promise<Walk>>> {
  const application = findApplication(bank.sandbox.db, 'tpp-1')
  if (!application) throw new Error('no application')
  const enter = async (walk: Walk) => {
    await walk.enter()
    return walk
  }
  const link = async () => enter(await Walk.begin(new Visitor(bank)))
  const payment = async () => enter(await follow(bank, askPayment(bank).link, new Visitor(bank)))
  const fallback = async () => {
    const visitor = new Visitor(bank)
    // Each opens one login.
    const { pathname, search } = new URL(await fallbackLocation(bank.sandbox, '19870', application))
    const walk = await enter(new Walk(visitor, (await visitor.get(pathname + search)).location))
    await walk.pressCode()
    return walk
  }
  const kinds = new Map<string, () => Promise<Walk>>()
  for (const begin of [link, payment, fallback]) kinds.set(kindOf((await begin()).path), begin)
  return kinds
}

/** Placeholder for the id of a current visit of the address's own kind. */
const ownVisit = '@visit'
const callsPerVisit = 8
const buttons = ['identifier', 'password', 'code', 'account', 'confirm', 'refuse', 'resend', 'approve', 'sign-out']
const names = ['account-information', 'payment-initiation', 'registration', 'brand.css', 'mark.svg']

function callsOf(bank: TestBank, path: string) {
  const accounts = accountsOf(bank.sandbox.db, 'camille-bernard').map(({ id }) => id)
  const good: Readonly<Record<string, readonly string[]>> = {
    id: [ownVisit],
    action: buttons,
    account: accounts,
    name: names,
  }
  const spoiled = nasty.map(text => text.slice(0, 200))
  const segments = [...path.matchAll(/:(\w+)\??/g)].map(([, name = '']) =>
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...(good[name] ?? [])) }, { weight: 1, arbitrary: spoiled }),
  )
  const turn = fc.integer({ min: 0, max: 6 }).map((at): [string, string] => ['turn', String(at)])
  return fc.record({
    values: fc.tuple(...segments),
    query: fc.oneof({ weight: 2, arbitrary: fc.constant<[string, string][]>([]) }, fields),
    form: fc.tuple(turn, fields).map(([first, rest]) => [first, ...rest]),
    headers: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, spoiledHeaders),
    host: fc.oneof(
      { weight: 8, arbitrary: fc.constant(path.startsWith('/reference') ? groupHost : bankHost) },
      fc.constantFrom(groupHost, '19873.sandbox.localhost', 'evil.example'),
    ),
  })
}

/** Sends changed requests to every screen, in open visits; returns the answers. */
export async function fuzzScreens(bank: TestBank, options: FuzzOptions): Promise<Seen> {
  const seen: Seen = new Map()
  const visits = await visitsByKind(bank)
  for (const { method, path } of screenRoutes(bank)) {
    const begin = [...visits].find(([kind]) => path.startsWith(kind))?.[1]
    let walk: Walk | undefined
    let sentSoFar = 0
    const calls = callsOf(bank, path)
    await fuzz(seen, `${method} ${path}`, options, calls, async ({ values, query, form, headers, host }) => {
      if (sentSoFar % callsPerVisit === 0) walk = await begin?.()
      sentSoFar += 1
      const id = walk?.id ?? 'none'
      let at = 0
      const target = path.replace(/:(\w+)\??/g, () => encode((values[at++] ?? '').replace(ownVisit, id)))
      const search = query.map(pair => pair.map(encode).join('=')).join('&')
      const fuzzer = new Fuzzer(bank, walk?.visitor ?? new Visitor(bank), host)
      const sent = { headers, ...(method === 'POST' ? { form: Object.fromEntries(form) } : {}) }
      const page = await fuzzer.send(method, search === '' ? target : `${target}?${search}`, sent)
      checkScreen(bank, `${method} ${target} at ${host}`, page)
      return page
    })
  }
  return seen
}

const kindOf = (path: string): string => path.slice(0, path.lastIndexOf('/'))

function checkScreen(bank: TestBank, what: string, page: Page): void {
  checkSound(bank, what, page)
  if (!screenStatuses.has(page.status)) throw new Error(`${what} answered ${page.status}`)
  const isPage = page.status < 300 || page.status >= 400
  if (isPage && !page.headers.get('content-security-policy')) throw new Error(`${what} has no policy`)
}

/** A browser with another's cookies, at any host. */
class Fuzzer extends Visitor {
  constructor(bank: TestBank, like: Visitor, host: string) {
    super(bank, host)
    for (const [name, cookie] of like.cookies) this.cookies.set(name, cookie)
  }
}

type Schema = {
  readonly type?: string
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
}

/** Values that a JSON schema allows. Numbers are small, because a clock moved by years would compute every day. */
function allowedBy(schema: Schema, good: Readonly<Record<string, string>>, name = ''): fc.Arbitrary<Json> {
  const { anyOf, oneOf, type, properties, items } = schema
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = anyOf ?? oneOf
  if (choices) return fc.oneof(...choices.map(choice => allowedBy(choice, good, name)))
  if (properties) {
    const members = Object.entries(properties).map(([key, member]) => [key, allowedBy(member, good, key)] as const)
    return fc.record(Object.fromEntries(members), { requiredKeys: [...(schema.required ?? [])] })
  }
  if (type === 'integer' || type === 'number') return numberBetween(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (items) return fc.array(allowedBy(items, good, name), { maxLength: 3 })
  return textOf(schema, good[name])
}

function numberBetween({ minimum = 0, maximum = 5 }: Schema): fc.Arbitrary<number> {
  const min = Math.ceil(Math.max(minimum, -2))
  return fc.integer({ min, max: Math.floor(Math.min(maximum, min + 4)) })
}

function textOf({ format, pattern }: Schema, good: string | undefined): fc.Arbitrary<string> {
  if (good !== undefined) return fc.oneof({ weight: 4, arbitrary: fc.constant(good) }, nasty)
  if (format === 'date-time') return fc.constant('2026-11-22T10:00:00Z')
  if (format === 'date') return fc.constant('2026-11-22')
  return pattern !== undefined && format === undefined ? fc.stringMatching(new RegExp(pattern)) : nasty
}

const schemaOf = (schema: z.ZodType): Schema => z.toJSONSchema(schema, { io: 'input' }) as Schema

/** Sends every operation of the desk requests that its schemas allow, or nearly allow. */
export async function fuzzDesk(bank: TestBank, options: FuzzOptions): Promise<Seen> {
  const seen: Seen = new Map()
  const visitor = new Visitor(bank, groupHost)
  const document = documentOf(bank.port)
  const send = (method: string, path: string, text: string) =>
    visitor.send(method, path, { headers: { 'content-type': 'application/json' }, text })
  for (const route of deskRoutes) {
    // Each reset makes two years of entries.
    const often = route.id === 'resetBank' ? { ...options, runs: 3 } : options
    await fuzz(seen, `${route.method} ${route.path}`, often, wishesFor(bank, route), async ({ target, body }) => {
      const text = body.replace(freshLink, () => `http://${bankHost}:${bank.port}${askPayment(bank).link}`)
      const page = await send(route.method, target, text)
      checkSound(bank, `${route.method} ${target} ${body.slice(0, 300)}`, page)
      checkDocumented(document, `${route.method} ${apiPath}${route.path}`, page)
      return page
    })
    // The result of one operation must not affect the next.
    for (const path of ['/faults', '/people/camille-bernard/quota']) await send('DELETE', apiPath + path, '')
    await send('PUT', `${apiPath}/clock`, '{"move":"real"}')
  }
  return seen
}

/** Placeholder for the link of a payment that was just requested. */
const freshLink = 'http://fresh.link/'

function wishesFor(bank: TestBank, route: DeskRoute): fc.Arbitrary<{ target: string; body: string }> {
  const account = accountsOf(bank.sandbox.db, 'camille-bernard')[0]
  const good = {
    id: route.path.startsWith('/people') ? 'camille-bernard' : (account?.id ?? ''),
    personId: 'camille-bernard',
    tppId: 'PSDFR-ACPR-99999',
    position: '2077800001',
    bankCode: '19870',
    consentUrl: freshLink,
    authorizeUrl: `http://${bankHost}:${bank.port}${authorizeUrl()}`,
  }
  const segments = fc.record(
    Object.fromEntries(
      [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
        name,
        fc.oneof({ weight: 3, arbitrary: fc.constant(good[name as keyof typeof good] ?? 'x') }, printable),
      ]),
    ),
  )
  const query = allowedBy(schemaOf(route.query), good).chain(value =>
    fc.oneof(fc.constant(value), nearly(value)).map(wish => new URLSearchParams(asTexts(wish)).toString()),
  )
  const body = route.body
    ? allowedBy(schemaOf(route.body), good).chain(value =>
        fc.oneof(
          { weight: 3, arbitrary: fc.constant(JSON.stringify(value)) },
          { weight: 3, arbitrary: nearly(value).map(wish => JSON.stringify(wish) ?? '') },
          fc.constantFrom('', '{', '[]', 'null', '{"__proto__":1}', `${'['.repeat(3_000)}${']'.repeat(3_000)}`),
        ),
      )
    : fc.constant('')
  return fc.tuple(segments, query, body).map(([named, search, text]) => {
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(String(named[name])))
    return { target: `${apiPath}${path}${search === '' ? '' : `?${search}`}`, body: text.toWellFormed() }
  })
}

/** A text that stays one path segment, as a client's library would encode it. */
const printable = nasty.map(text => text.slice(0, 200)).filter(text => !/^\.{0,2}$/.test(text) && !text.includes('/'))

const asTexts = (value: Json): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name.toWellFormed(), asText(one).toWellFormed()]))
    : {}
