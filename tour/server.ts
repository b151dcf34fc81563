import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import type { Desk } from './bank.ts'
import { chapters } from './chapters/all.ts'
import { type Clock, clockMoves } from './clock.ts'
import { listFaults, turnFault } from './faults.ts'
import { type File, readFiles } from './files.ts'
import { FormedCall, writeForms } from './forms.ts'
import type { Mailbox } from './mailbox.ts'
import { type Mirror, Shown } from './mirror.ts'
import { renderTour } from './page.ts'
import type { Ports } from './ports.ts'
import { readRules } from './rules.ts'
import type { Director, SeenPage } from './stage.ts'
import { type Act, fillAct, type Language, type Person } from './story.ts'
import { words } from './words.ts'

const bodyBytes = 4_096
/** Of a page as the person sees it, with its style. */
const screenBytes = 2_500_000
const keepAliveMs = 15_000
const patienceMs = 20_000
/** Calls that a page which is opened later still gets. */
const keptCalls = 200

/** Where Guichet tells the shop what becomes of its payments. */
export const hookPath = '/shop/hooks'
const hookBytes = 100_000
const keptMessages = 20
const Message = z.object({ type: z.string().max(100), data: z.object({ amount: z.string().max(20).optional() }) })
/** A message of Guichet's to the shop. */
type Told = { readonly id: string; readonly type: string; readonly amount: string }

const Begin = z.strictObject({
  chapter: z.string().max(100),
  language: z.enum(['fr', 'en']),
  variant: z.string().max(20).optional(),
})
/** An act that is not done in the frame, by its place in the chapter. */
const DeskAct = z.strictObject({ step: z.int().min(0).max(50), act: z.int().min(0).max(50) })
const Move = z.strictObject({ by: z.enum(clockMoves) })
const FaultTurn = z.strictObject({ id: z.string().max(40), isOn: z.boolean() })
const CallId = z.coerce.number().int().min(1)
const PersonId = z.string().regex(/^[\w-]{1,100}$/)

/** What the tour shows and moves. */
export type Parts = {
  readonly desk: Desk
  readonly clock: Clock
  readonly director: Director
  readonly mailbox: Mailbox
  /** Null while the stack listens to this machine alone. */
  readonly mirror: Mirror | null
}

/** Of the chapter that was begun last, on whichever page: all pages share the bank and the tour's person. */
type Play = {
  current: { readonly person: Person; readonly acts: readonly (readonly Act[])[]; readonly begunAt: Date } | null
  /** Of this server's life. The last one has the bank and the person. */
  beginnings: number
  told: readonly Told[]
}
type Tour = Parts & { readonly ports: Ports; readonly wire: Wire; readonly play: Play }

/** The tour's pages and the JSON that they use. Only under its own name, so that a foreign page can't reach it by another. */
export function createTour(parts: Parts, ports: Ports): Hono {
  const app = new Hono()
  const play: Play = { current: null, beginnings: 0, told: [] }
  const tour = { ...parts, ports, wire: openWire(parts.desk), play }
  takeMessages(app, tour)
  guard(app, ports)
  servePage(app, tour)
  serveFacts(app, tour)
  serveChapters(app, tour)
  serveClockAndFaults(app, tour)
  app.onError((error, call) => {
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return call.json({ error: 'The request is not one of the tour’s page' }, 400)
    console.log(JSON.stringify({ event: 'tour_failed', path: call.req.routePath, message: error.message }))
    return call.json({ error: error.message }, 502)
  })
  return app
}

function takeMessages(app: Hono, { director, play }: Tour): void {
  app.post(hookPath, bodyLimit({ maxSize: hookBytes }), async call => {
    const body = await call.req.text()
    if (!director.isFromGuichet(call.req.header(), body)) return call.json({ error: 'Not signed by Guichet' }, 401)
    const { type, data } = Message.parse(JSON.parse(body))
    const message = { id: call.req.header('webhook-id') ?? '', type, amount: data.amount ?? '' }
    // In a chapter without a shop, it is about a payment of an earlier one.
    if (play.current?.person.payPath) play.told = [...play.told, message].slice(-keptMessages)
    return call.body(null, 204)
  })
}

function guard(app: Hono, ports: Ports): void {
  const origin = `${ports.scheme}://tour.localhost:${ports.tour}`
  app.use(async (call, next) => {
    const isFrontPage = call.req.path === '/' && call.req.method === 'GET'
    const isElsewhere = call.req.path !== '/healthz' && call.req.header('host') !== new URL(origin).host
    // The application lets itself be shown under this origin alone.
    if (isElsewhere || (isFrontPage && !call.req.url.startsWith(origin)))
      return isFrontPage ? call.redirect(origin) : call.text(`421 The tour is at ${origin}`, 421)
    for (const [name, value] of Object.entries(headersOf(ports))) call.header(name, value)
    await next()
  })
  app.use(async (call, next) =>
    call.req.method === 'POST' && call.req.header('sec-fetch-site') !== 'same-origin'
      ? call.json({ error: 'Only the tour’s own page' }, 403)
      : next(),
  )
  for (const [path, maxSize] of [
    ['/mirror', screenBytes],
    ['/:path{begin|act|clock|fault}', bodyBytes],
  ] as const)
    app.use(path, bodyLimit({ maxSize, onError: call => call.json({ error: `At most ${maxSize} bytes` }, 413) }))
}

function servePage(app: Hono, { mirror, ports }: Tour): void {
  const files = readFiles()
  app.get('/healthz', call => call.json({ ok: true }))
  app.get('/', call => call.html(renderTour(languageOf(call), `/assets/${files.version}`, ports, mirror?.url ?? null)))
  app.get('/hand.js', call => serveFile(call, files.all.get('hand.js'), 'no-cache'))
  app.get('/assets/:version/:name', call =>
    serveFile(call, files.all.get(call.req.param('name')), 'public, max-age=31536000, immutable'),
  )
  app.get('/room.svg', call =>
    mirror ? call.body(mirror.picture, 200, { 'content-type': 'image/svg+xml' }) : call.notFound(),
  )
  app.post('/mirror', async call => {
    mirror?.show(Shown.parse(await call.req.json()))
    return call.json({ done: true })
  })
}

function serveFacts(app: Hono, { desk, clock, director, mailbox, ports, wire, play }: Tour): void {
  const rules = readRules()
  app.get('/wire', call => streamWire(call, wire))
  app.get('/inside/:person', async call => {
    const person = PersonId.parse(call.req.param('person'))
    const { current, told } = play
    const [about, permissions, quota, payments, faults, now, mails] = await Promise.all([
      desk.ask('GET', `/people/${person}`),
      desk.ask('GET', `/people/${person}/permissions`),
      desk.ask('GET', `/people/${person}/quota`),
      desk.ask('GET', '/payments?limit=10'),
      listFaults(desk),
      clock.read(),
      current ? mailbox.list(current.person.email, current.begunAt) : [],
    ])
    return call.json({ about, permissions, quota, payments, faults, now, mails, told })
  })
  app.get('/rules/:id', call => {
    const rule = rules.get(call.req.param('id'))
    return rule ? call.json(rule) : call.json({ error: 'There is no such rule' }, 404)
  })
  app.get('/forms/:call', async call => {
    const id = CallId.parse(call.req.param('call'))
    const [made, curl] = await Promise.all([desk.ask('GET', `/wire/${id}`), desk.read(`/wire/${id}/curl?whole=1`)])
    const maker = { appPort: ports.app, apiKey: director.apiKey, findSealKey: director.findSealKey }
    return call.json(await writeForms(FormedCall.parse(made), curl, maker))
  })
}

function serveChapters(app: Hono, tour: Tour): void {
  const { director, wire, play } = tour
  app.post('/begin', async call => {
    const { chapter: id, language, variant: wished } = Begin.parse(await call.req.json())
    const chapter = chapters.find(one => one.id === id)
    if (!chapter) return call.json({ error: `There is no chapter ${id}` }, 404)
    const { variants = [] } = chapter
    const variant = variants.find(one => one.id === wished) ?? variants[0]
    play.beginnings += 1
    const mine = play.beginnings
    wire.begin()
    const person = await director.prepare(variant ? { ...chapter, amount: variant.amount } : chapter, language)
    if (mine !== play.beginnings) return call.json({ error: words[language].takenOver }, 409)
    // Calls that put the chapter in place are no part of it.
    const wireAfter = wire.last()
    const acts = chapter.steps.map(step => step.acts.map(act => fillAct(act, person)))
    play.told = []
    play.current = { person, acts, begunAt: new Date() }
    return call.json({ person, acts, wireAfter })
  })
  app.post('/act', async call => {
    const { step, act: at } = DeskAct.parse(await call.req.json())
    const { current } = play
    const act = current?.acts[step]?.[at]
    if (!current || !act) return call.json({ error: 'There is no such act' }, 404)
    return call.json({ beside: await actBeside(tour, current.person, act) })
  })
}

async function actBeside(
  { desk, clock, director }: Tour,
  { customerId, connectionId }: Person,
  act: Act,
): Promise<SeenPage | null> {
  if ('stranger' in act) return director.claimAsStranger()
  if ('desk' in act) await desk.ask(act.desk.method, act.desk.path, act.desk.body)
  if ('refresh' in act) await director.refresh(connectionId)
  if ('clock' in act) {
    if (act.clock === 'reading') await director.moveToReading(connectionId)
    else await (act.clock === 'night' ? director.moveToNight(connectionId) : clock.move(act.clock))
  }
  if ('atBank' in act) await atBank[act.atBank](desk, customerId)
  return null
}

function serveClockAndFaults(app: Hono, { desk, clock, play }: Tour): void {
  app.post('/clock', async call => {
    const { by } = Move.parse(await call.req.json())
    await clock.move(by)
    return call.json({ now: await clock.read() })
  })
  app.post('/fault', async call => {
    const { id, isOn } = FaultTurn.parse(await call.req.json())
    if (!play.current) return call.json({ error: 'No chapter has begun' }, 409)
    await turnFault(desk, id, isOn, play.current.person)
    return call.json({ faults: await listFaults(desk) })
  })
}

/** Waits until no token of the person is left. Throws after a while. */
async function awaitNoTokens(desk: Desk, customerId: string): Promise<void> {
  for (const until = Date.now() + patienceMs; Date.now() < until; await new Promise(done => setTimeout(done, 250)))
    if (Permissions.parse(await desk.ask('GET', `/people/${customerId}/permissions`)).grants.length === 0) return
  throw new Error('Guichet did not revoke the tokens')
}

async function revokeTokens(desk: Desk, customerId: string): Promise<void> {
  const { grants } = Permissions.parse(await desk.ask('GET', `/people/${customerId}/permissions`))
  await Promise.all(grants.map(({ pairId }) => desk.ask('POST', `/pairs/${pairId}/revoke`, { by: 'psu' })))
}
const Permissions = z.object({ grants: z.array(z.object({ pairId: z.string() })) })

async function useUpReadings(desk: Desk, customerId: string): Promise<void> {
  const path = `/people/${customerId}/quota`
  const { quota } = Quota.parse(await desk.ask('GET', path))
  for (const { tppId, resource, page } of quota) await desk.ask('PUT', path, { tppId, resource, page })
}
const atBank = {
  'tokens revoked': revokeTokens,
  'readings used up': useUpReadings,
  'tokens given back': awaitNoTokens,
}
const Quota = z.object({ quota: z.array(z.object({ tppId: z.string(), resource: z.string(), page: z.string() })) })

/** Frames may show the application and the bank; everything else is the tour's own. */
function headersOf({ scheme, app, screens }: Ports): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${scheme}://localhost:${app}`,
    `frame-src ${scheme}://localhost:${app} ${scheme}://*.sandbox.localhost:${screens}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  }
}

function languageOf(call: Context): Language {
  const asked = call.req.query('lang')
  if (asked === 'fr' || asked === 'en') return asked
  return /^\s*fr\b/i.test(call.req.header('accept-language') ?? 'fr') ? 'fr' : 'en'
}

function serveFile(call: Context, file: File | undefined, cacheControl: string): Response {
  if (!file) return call.text('404', 404)
  call.header('cache-control', cacheControl)
  // The hand is loaded by the pages in the frame, from other origins.
  call.header('cross-origin-resource-policy', 'cross-origin')
  return call.body(file.body, 200, { 'content-type': file.type })
}

type Wire = {
  last(): number
  watch(from: number, watcher: Watcher): () => void
  /** Tells all open pages that a chapter begins. */
  begin(): void
}
type Watcher = { readonly call: (id: number, json: string) => void; readonly begun: () => void }

/** One stream from the bank for all open pages. */
function openWire(desk: Desk): Wire {
  const kept: { id: number; json: string }[] = []
  const watchers = new Set<Watcher>()
  desk.follow(json => {
    const { id } = z.object({ id: z.number() }).parse(JSON.parse(json))
    kept.push({ id, json })
    if (kept.length > keptCalls) kept.shift()
    for (const watcher of watchers) watcher.call(id, json)
  })
  return {
    last: () => kept.at(-1)?.id ?? 0,
    watch: (from, watcher) => {
      for (const { id, json } of kept) if (id > from) watcher.call(id, json)
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    begin: () => {
      for (const { begun } of watchers) begun()
    },
  }
}

function streamWire(call: Context, wire: Wire): Response {
  const from = Number(call.req.query('after') ?? call.req.header('last-event-id') ?? 0) || 0
  return streamSSE(call, async stream => {
    await stream.writeSSE({ event: 'alive', data: '' })
    const stop = wire.watch(from, {
      call: (id, data) => void stream.writeSSE({ event: 'call', id: String(id), data }),
      begun: () => void stream.writeSSE({ event: 'begun', data: '' }),
    })
    const alive = setInterval(() => void stream.writeSSE({ event: 'alive', data: '' }), keepAliveMs)
    alive.unref()
    await new Promise<void>(done => stream.onAbort(done))
    clearInterval(alive)
    stop()
  })
}
