import { randomUUID } from 'node:crypto'
import { setFrenchSpaces } from '@guichet/values/text/french-spaces.ts'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { streamSSE } from 'hono/streaming'
import { z } from 'zod'
import type { Desk } from './bank.ts'
import { chapters } from './chapters/all.ts'
import { signIn } from './chapters/first-link.ts'
import { type Clock, clockMoves } from './clock.ts'
import { draftOf, Edited, sendEdited } from './edit.ts'
import { listFaults, turnFault } from './faults.ts'
import { type File, readFiles } from './files.ts'
import { FormedCall, pkiOf, writeForms } from './forms.ts'
import french from './french.json' with { type: 'json' }
import type { Mailbox } from './mailbox.ts'
import { type Mirrors, Shown } from './mirror.ts'
import { renderNotes, renderTour } from './page.ts'
import { clearPage, type Heard, inTurn, openPages, openWire, type Page, type Pages } from './pages.ts'
import { poll } from './poll.ts'
import type { Ports } from './ports.ts'
import { readRules } from './rules.ts'
import type { Director, SeenPage } from './stage.ts'
import { type Act, type Cast, fillAct, type Language, type Person } from './story.ts'
import { listenUntilLeft } from './stream.ts'
import { words } from './words.ts'

const bodyBytes = 4_096
/** Of a page as the person sees it, with its style. */
const screenBytes = 2_500_000
const editBytes = 100_000

/** Where Guichet tells the shop what becomes of its payments. */
export const hookPath = '/shop/hooks'
const hookBytes = 100_000
const keptMessages = 20
const Message = z.object({
  type: z.string().max(100),
  data: z.object({
    amount: z.string().max(20).optional(),
    link_id: z.string().nullish(),
    refund_of: z.string().nullish(),
  }),
})

/** Every page has an id of its own, made with it. */
const PageId = z.string().regex(/^[\w-]{1,100}$/)
const Begin = z.strictObject({
  page: PageId,
  chapter: z.string().max(100),
  language: z.enum(['fr', 'en']),
  variant: z.string().max(20).optional(),
})
/** An act that is not done in the frame, by its place in the chapter. */
const DeskAct = z.strictObject({ page: PageId, step: z.int().min(0).max(50), act: z.int().min(0).max(50) })
const Move = z.union([
  z.strictObject({ page: PageId, by: z.enum(clockMoves) }),
  z.strictObject({ page: PageId, to: z.iso.datetime() }),
])
const FaultTurn = z.strictObject({ page: PageId, id: z.string().max(40), isOn: z.boolean() })
const Left = z.strictObject({ page: PageId })
const CallId = z.coerce.number().int().min(1)

/** What the tour shows and moves. */
export type Parts = {
  readonly desk: Desk
  readonly clock: Clock
  readonly director: Director
  readonly mailbox: Mailbox
  /** Null while the stack listens to this machine alone. */
  readonly mirrors: Mirrors | null
}

type Tour = Parts & { readonly ports: Ports; readonly pages: Pages }

/** The tour's pages and the JSON that they use. Only under its own name, so that a foreign page can't reach it by another. */
export function createTour(parts: Parts, ports: Ports): Hono {
  const app = new Hono()
  const { desk, director } = parts
  const pages: Pages = openPages(director.receive, page => putBack(desk, pages, page).catch(logFailure('an outage')))
  parts.desk.follow(openWire(pages.all))
  parts.clock.listen(who => tellOthers(pages, who, 'clock'))
  const tour = { ...parts, ports, pages }
  takeMessages(app, tour)
  guard(app, ports)
  servePage(app, tour)
  serveFacts(app, tour)
  serveEdits(app, tour)
  serveChapters(app, tour)
  serveClockAndFaults(app, tour)
  app.onError((error, call) => {
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return call.json({ error: 'The request is not one of the tour’s page' }, 400)
    logFailure(call.req.routePath)(error)
    return call.json({ error: error.message }, 502)
  })
  return app
}

function takeMessages(app: Hono, { director, pages }: Tour): void {
  app.post(hookPath, bodyLimit({ maxSize: hookBytes }), async call => {
    const body = await call.req.text()
    if (!director.isFromGuichet(call.req.header(), body)) return call.json({ error: 'Not signed by Guichet' }, 401)
    const { type, data } = Message.parse(JSON.parse(body))
    const message = { id: call.req.header('webhook-id') ?? '', type, amount: data.amount ?? '' }
    const isOf = ({ linkId, paymentId }: Cast) =>
      (linkId !== '' && data.link_id === linkId) || (paymentId !== '' && data.refund_of === paymentId)
    for (const page of pages.all())
      if (page.current && isOf(page.current.cast)) page.told = [...page.told, message].slice(-keptMessages)
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
    ['/edit', editBytes],
    ['/:path{begin|act|clock|fault|left}', bodyBytes],
  ] as const)
    app.use(path, bodyLimit({ maxSize, onError: call => call.json({ error: `At most ${maxSize} bytes` }, 413) }))
}

function servePage(app: Hono, { mirrors, ports }: Tour): void {
  const files = readFiles()
  app.get('/healthz', call => call.json({ ok: true }))
  app.get('/', async call => {
    const page = randomUUID()
    const mirror = await mirrors?.of(page)
    return call.html(
      renderTour({ page, mirrorUrl: mirror?.url ?? null }, languageOf(call), `/assets/${files.version}`, ports),
    )
  })
  app.get('/notes', call => call.html(renderNotes(languageOf(call), `/assets/${files.version}`)))
  app.get('/hand.js', call => serveFile(call, files.all.get('hand.js'), 'no-cache'))
  app.get('/assets/:version/:name', call =>
    serveFile(call, files.all.get(call.req.param('name')), 'public, max-age=31536000, immutable'),
  )
  app.get('/room/:page', async call => {
    const mirror = await mirrors?.of(PageId.parse(call.req.param('page')))
    return mirror ? call.body(mirror.picture, 200, { 'content-type': 'image/svg+xml' }) : call.notFound()
  })
  app.post('/mirror', async call => {
    const shown = Shown.parse(await call.req.json())
    ;(await mirrors?.of(shown.page))?.show(shown)
    return call.json({ done: true })
  })
}

function serveFacts(app: Hono, { desk, clock, director, mailbox, ports, pages }: Tour): void {
  const rules = readRules()
  app.get('/wire/:page', call => streamPage(call, pages.of(PageId.parse(call.req.param('page')))))
  app.get('/inside/:page', async call => {
    const page = pages.of(PageId.parse(call.req.param('page')))
    const { current, told, payments: own } = page
    if (!current) return call.json({ error: 'No chapter has begun' }, 404)
    const { cast, begunAt } = current
    const person = cast.person.customerId
    const [about, permissions, quota, { payments }, faults, now, mails] = await Promise.all([
      desk.ask('GET', `/people/${person}`),
      desk.ask('GET', `/people/${person}/permissions`),
      desk.ask('GET', `/people/${person}/quota`),
      desk.ask<Payments>('GET', '/payments?limit=100'),
      listFaults(desk, cast.odileId),
      clock.read(),
      mailbox.list(cast.person.email, begunAt),
    ])
    const ofPage = payments.filter(({ id }) => own.has(id))
    return call.json({ about, permissions, quota, payments: ofPage, faults, now, mails, told })
  })
  app.get('/stored/:page', async call => call.json(await pages.of(PageId.parse(call.req.param('page'))).guest.stored()))
  app.get('/rules/:id', call => {
    const id = call.req.param('id')
    const rule = rules.get(id)
    const inFrench: Readonly<Record<string, string>> = french.rules
    const said = languageOf(call) === 'fr' ? inFrench[id] : undefined
    const text = said === undefined ? { lang: 'en' } : { lang: 'fr', text: setFrenchSpaces(said) }
    return rule ? call.json({ ...rule, ...text }) : call.json({ error: 'There is no such rule' }, 404)
  })
  app.get('/forms/:call', async call => {
    const made = await readCall(desk, CallId.parse(call.req.param('call')))
    const maker = { appPort: ports.app, apiKey: director.apiKey, findSealKey: director.findSealKey }
    return call.json(await writeForms(made.call, made.curl, maker))
  })
}

/** A call at the bank, and the script that makes it again. */
async function readCall(desk: Desk, id: number) {
  const [made, curl] = await Promise.all([desk.ask('GET', `/wire/${id}`), desk.read(`/wire/${id}/curl?whole=1`)])
  return { call: FormedCall.parse(made), curl }
}

/** Calls of the page's own, changed by whoever watches and sent to the bank. */
function serveEdits(app: Hono, { desk, director, pages }: Tour): void {
  const read = async (page: Page, id: number) => {
    if (!page.calls.some(call => call.id === id)) return null
    const { call, curl } = await readCall(desk, id)
    const { value = '' } = call.requestHeaders.find(({ name }) => name.toLowerCase() === 'signature') ?? {}
    return { call, curl, sealKey: director.findSealKey(value, pkiOf(curl)) }
  }
  app.get('/edit/:page/:call', async call => {
    const found = await read(pages.of(PageId.parse(call.req.param('page'))), CallId.parse(call.req.param('call')))
    if (found && !found.sealKey.isHeld) return call.json({ lacks: found.sealKey.file })
    return call.json(found && draftOf(found.call, found.curl, found.sealKey.file))
  })
  app.post('/edit', async call => {
    const { call: id, ...edited } = Edited.extend({ call: CallId }).parse(await call.req.json())
    const page = pages.of(edited.page)
    const found = await read(page, id)
    if (!found) return call.json({ error: 'There is no such call' }, 404)
    for (const [name, value] of edited.headers) if (name.toLowerCase() === 'x-request-id') page.edited.add(value)
    await sendEdited(edited, found.curl, found.sealKey.file, desk)
    return call.json({ done: true })
  })
}

type Payments = { readonly payments: readonly { readonly id: string }[] }

function serveChapters(app: Hono, tour: Tour): void {
  const { pages, desk } = tour
  app.post('/begin', async call => {
    const wish = Begin.parse(await call.req.json())
    const chapter = chapters.find(one => one.id === wish.chapter)
    if (!chapter) return call.json({ error: `There is no chapter ${wish.chapter}` }, 404)
    const variant = chapter.variants?.find(one => one.id === wish.variant) ?? chapter.variants?.[0]
    const page = pages.of(wish.page)
    await putBack(desk, pages, page)
    const mine = ++page.beginnings
    const told = variant ? { ...chapter, amount: variant.amount } : chapter
    const isLeft = () => mine !== page.beginnings
    const cast = await inTurn(page, async () => (isLeft() ? null : page.guest.prepare(told, wish.language)))
    if (cast === null || isLeft()) return call.json({ error: words[wish.language].leftAgain }, 409)
    // Guichet has one set of new certificates.
    if (chapter.stage === 'new certificates') takeCertificates(pages, page)
    const acts = chapter.steps.map(step => step.acts.map(act => fillAct(act, cast.person)))
    // Calls that put the chapter in place are no part of it.
    clearPage(page)
    page.current = { cast, acts, stage: chapter.stage, begunAt: new Date() }
    const { person } = cast
    return call.json({ person, acts, signIn: signIn.acts.map(act => fillAct(act, person)) })
  })
  app.post('/act', async call => {
    const { page: id, step, act: at } = DeskAct.parse(await call.req.json())
    const page = pages.of(id)
    const act = page.current?.acts[step]?.[at]
    if (!page.current || !act) return call.json({ error: 'There is no such act' }, 404)
    return call.json({ beside: await actBeside(tour, page, page.current.cast.person, act) })
  })
  app.post('/left', async call => {
    const { page: id } = Left.parse(await call.req.json())
    pages.end(id)
    return call.body(null, 204)
  })
}

/** Other pages that share what was moved are told. */
function tellOthers(pages: Pages, mover: string, data: 'clock' | 'service'): void {
  for (const page of pages.all())
    if (page.id !== mover && page.current) for (const hear of page.listeners) hear({ event: 'moved', data })
}

function takeCertificates(pages: Pages, taker: Page): void {
  for (const page of pages.all()) {
    if (page === taker || page.current?.stage !== 'new certificates') continue
    page.current = null
    for (const hear of page.listeners) hear({ event: 'taken', data: '' })
  }
}

const logFailure = (path: string) => (error: Error) =>
  console.log(JSON.stringify({ event: 'tour_failed', path, message: error.message }))

/** Where a chapter ended in an outage, the bank is back for everybody, unless it is down on another page too. */
async function putBack(desk: Desk, pages: Pages, page: Page): Promise<void> {
  if (!page.isBankDown) return
  page.isBankDown = false
  if (pages.all().some(one => one.isBankDown)) return
  await desk.ask('PUT', '/service', { isDown: false })
}

async function actBeside(
  { desk, clock, pages }: Tour,
  page: Page,
  { customerId, connectionId }: Person,
  act: Act,
): Promise<SeenPage | null> {
  const { guest } = page
  if ('stranger' in act) return guest.claimAsStranger()
  if ('desk' in act) {
    await desk.ask(act.desk.method, act.desk.path, act.desk.body)
    if (act.desk.path === '/service') {
      page.isBankDown = !page.isBankDown
      tellOthers(pages, page.id, 'service')
    }
  }
  if ('refresh' in act) await guest.refresh(connectionId)
  if ('clock' in act) {
    if (act.clock === 'reading') await guest.moveToReading(connectionId)
    else await (act.clock === 'night' ? guest.moveToNight(connectionId) : clock.move(act.clock, page.id))
  }
  if ('atBank' in act) await atBank[act.atBank](desk, customerId)
  return null
}

function serveClockAndFaults(app: Hono, { desk, clock, pages }: Tour): void {
  app.post('/clock', async call => {
    const wish = Move.parse(await call.req.json())
    if ('by' in wish) await clock.move(wish.by, wish.page)
    else await clock.moveTo(new Date(wish.to), wish.page)
    return call.json({ now: await clock.read() })
  })
  app.post('/fault', async call => {
    const { page, id, isOn } = FaultTurn.parse(await call.req.json())
    const { current } = pages.of(page)
    if (!current) return call.json({ error: 'No chapter has begun' }, 409)
    await turnFault(desk, id, isOn, current.cast)
    return call.json({ faults: await listFaults(desk, current.cast.odileId) })
  })
}

/** Waits until no token of the person is left. Throws after a while. */
async function awaitNoTokens(desk: Desk, customerId: string): Promise<void> {
  const look = async () => {
    const { grants } = Permissions.parse(await desk.ask('GET', `/people/${customerId}/permissions`))
    return grants.length === 0 || undefined
  }
  if (await poll(look)) return
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

/** What a page hears, from its chapter's beginning on. */
function streamPage(call: Context, page: Page): Response {
  const from = Number(call.req.header('last-event-id') ?? 0) || 0
  return streamSSE(call, async stream => {
    const hear = ({ event, id, data }: Heard) =>
      void stream.writeSSE({ event, data, ...(id === undefined ? {} : { id: String(id) }) })
    await stream.writeSSE({ event: 'alive', data: '' })
    for (const heard of page.calls) if ((heard.id ?? 0) > from) hear(heard)
    await listenUntilLeft(stream, page.listeners, hear)
  })
}
