import { randomBytes, timingSafeEqual } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { streamSSE } from 'hono/streaming'
import { ZodError, z } from 'zod'
import type { Sandbox } from '#sandbox/running-bank.ts'
import { languageOf } from '#sandbox/screens/call.ts'
import { texts } from '#sandbox/texts/catalogue.ts'
import { watchCalls } from '#sandbox/wire/request-log.ts'
import { type Asking, checkNotForged, checkWhoAsks } from './access.ts'
import { deskAssets } from './assets.ts'
import { writeCurlFile } from './curl-file.ts'
import { readForm } from './form.ts'
import { describeDesk } from './openapi.ts'
import { renderDesk, renderElsewhere } from './page.ts'
import { addressOf, type Selection, sections } from './page-parts.ts'
import { DeskRefusal, type DeskRoute } from './route.ts'
import { deskRoutes } from './routes.ts'
import { explainIssue } from './say-answer.ts'
import { callAt, showCall } from './show-call.ts'
import { renderCalls } from './wire-panel.ts'

const bodyBytes = 262_144
const yearSeconds = 31_536_000
const keepAliveMs = 15_000

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ')

/**
 * The control desk under `/desk` of the start page's host: a page per section, which works without scripts, the JSON interface under
 * `/desk/api`, and its OpenAPI document. Access: `access.ts`.
 */
export function createDesk(sandbox: Sandbox): Hono {
  const desk = new Hono()
  // A page of another site can't read it, so it can't submit the page's forms.
  const formToken = randomBytes(32).toString('base64url')
  desk.use(async (visit, next) => {
    visit.header('Content-Security-Policy', policy)
    visit.header('Cache-Control', 'no-store')
    checkWhoAsks(askingOf(visit), sandbox.settings.deskAllow)
    await next()
  })
  desk.use(
    bodyLimit({
      maxSize: bodyBytes,
      onError: visit => {
        const refusal = new DeskRefusal(413, 'too_large', `At most ${bodyBytes} bytes`)
        return isForm(visit)
          ? showPage(sandbox, visit, { formToken, selected: selectionOf('wire', () => null), refusal })
          : refuse(visit, refusal)
      },
    }),
  )
  for (const section of sections) {
    const show = (visit: Context) => {
      const selected = selectionOf(section, name => visit.req.query(name))
      return showPage(sandbox, visit, { formToken, selected, refusal: null })
    }
    desk.get(section === 'wire' ? '/' : `/${section}`, show)
  }
  desk.get('/calls', visit => sendCalls(sandbox, visit))
  desk.get('/assets/:name', serveAsset)
  desk.get('/openapi.json', visit => visit.json(describeDesk(new URL(visit.req.url).origin)))
  desk.post('/do/:route', visit => submitForm(sandbox, visit, formToken))
  desk.get('/api/wire/live', visit => streamCalls(sandbox, visit))
  desk.get('/api/wire/:id/curl', visit => sendCurl(sandbox, visit))
  for (const route of deskRoutes) {
    desk.on(route.method, `/api${route.path.replace(/\{(\w+)\}/g, ':$1')}`, visit => answerRoute(sandbox, visit, route))
  }
  desk.all('/*', visit => refuse(visit, new DeskRefusal(404, 'no_such_path', 'GET /desk/openapi.json lists the paths')))
  desk.onError((error, visit) => {
    const refusal = readRefusal(error)
    if (refusal) return isPage(visit) ? sendElsewhere(sandbox, visit, refusal) : refuse(visit, refusal)
    sandbox.log({ event: 'desk_failed', path: visit.req.routePath, error: error.name, message: error.message })
    return visit.json({ error: 'our_fault', message: 'The desk failed; its log says why' }, 500)
  })
  return desk
}

const isForm = (visit: Context): boolean => visit.req.path.startsWith('/desk/do/')
const isPage = (visit: Context): boolean =>
  /^\/desk(\/[a-z]+)?$/.test(visit.req.path) && (visit.req.header('accept') ?? '').includes('text/html')

function sendElsewhere(sandbox: Sandbox, visit: Context, refusal: Refusal): Response | Promise<Response> {
  const { code, status } = refusal
  if (code !== 'other_host' && code !== 'not_from_here') return refuse(visit, refusal)
  return visit.html(renderElsewhere(languageOf(visit), code, `${sandbox.screensOf()}/`), status)
}

function askingOf(visit: Context): Asking {
  return {
    address: readAddress(visit),
    host: visit.req.header('host') ?? null,
    method: visit.req.method,
    header: name => visit.req.header(name) ?? null,
  }
}

function readAddress(visit: Context): string | null {
  try {
    return getConnInfo(visit).remote.address ?? null
  } catch {
    return null
  }
}

type Refusal = DeskRefusal & { readonly issues?: readonly z.core.$ZodIssue[] }

function readRefusal(error: unknown): Refusal | null {
  if (error instanceof DeskRefusal) return error
  if (!(error instanceof ZodError)) return null
  const { issues } = error
  const [first] = issues
  const where = first && first.path.length > 0 ? `${first.path.join('.')}: ` : ''
  const said = first ? explainIssue(first) : 'not well-formed'
  return Object.assign(new DeskRefusal(400, 'malformed', where + said), { issues })
}

function refuse(visit: Context, { status, code, message, issues }: Refusal): Response {
  const described = issues?.map(issue => ({ path: issue.path.join('.'), message: explainIssue(issue) }))
  return visit.json({ error: code, message, issues: described }, status)
}

async function answerRoute(sandbox: Sandbox, visit: Context, route: DeskRoute): Promise<Response> {
  checkNotForged(askingOf(visit), 'json')
  const body = route.body ? readJson(await visit.req.text()) : undefined
  const done = await route.run(sandbox, { params: visit.req.param(), query: visit.req.query(), body })
  if (route.method !== 'GET') sandbox.log({ event: 'desk', route: route.id })
  return visit.json(done, route.status)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DeskRefusal(400, 'malformed', 'The body is no JSON')
  }
}

function serveAsset(visit: Context): Response | Promise<Response> {
  const asset = deskAssets.get(visit.req.param('name') ?? '')
  if (!asset) return visit.text('404', 404)
  visit.header('Cache-Control', `public, max-age=${yearSeconds}, immutable`)
  return visit.body(asset.body, 200, { 'Content-Type': asset.type })
}

function showPage(
  sandbox: Sandbox,
  visit: Context,
  { refusal, ...page }: { readonly formToken: string; readonly selected: Selection; readonly refusal: Refusal | null },
): Response | Promise<Response> {
  const view = {
    ...page,
    language: languageOf(visit),
    done: visit.req.query('done') ?? null,
    refusal: refusal === null ? null : { code: refusal.code, issues: refusal.issues ?? [] },
  }
  return visit.html(renderDesk(sandbox, view), refusal?.status ?? 200)
}

// A form names a route and its fields become the request of a program. The answer is the page, also after a refusal.
async function submitForm(sandbox: Sandbox, visit: Context, formToken: string): Promise<Response> {
  checkNotForged(askingOf(visit), 'form')
  const form = new URLSearchParams(await visit.req.text())
  try {
    return visit.redirect(await runForm(sandbox, visit.req.param('route'), form, formToken), 303)
  } catch (error) {
    const refusal = readRefusal(error)
    if (!refusal) throw error
    return showPage(sandbox, visit, { formToken, selected: selectionBehind(form), refusal })
  }
}

async function runForm(
  sandbox: Sandbox,
  id: string | undefined,
  form: URLSearchParams,
  formToken: string,
): Promise<string> {
  const route = deskRoutes.find(one => one.id === id)
  if (!route) throw new DeskRefusal(404, 'no_such_path', 'No such form')
  if (!isSame(form.get('token') ?? '', formToken)) {
    throw new DeskRefusal(403, 'stale_form', 'This form is of an earlier start of the bank: reload the page')
  }
  const { params, body } = readForm(route, form)
  const done = await route.run(sandbox, { params, query: {}, body: route.body ? body : undefined })
  sandbox.log({ event: 'desk', route: route.id })
  return locationAfter(route, selectionBehind(form), done)
}

// The page then shows the person who was just added.
function locationAfter({ id }: DeskRoute, selected: Selection, done: unknown): string {
  const added = id === 'addPerson' ? z.object({ id: z.string() }).safeParse(done).data?.id : undefined
  const personId = added ?? selected.personId
  return `${addressOf({ ...selected, personId }, { done: id })}${personId === null ? '' : '#person'}`
}

function selectionOf(section: string | null, read: (name: 'person' | 'kind') => string | null | undefined): Selection {
  return {
    section: sections.find(one => one === section) ?? 'wire',
    personId: read('person') || null,
    kind: read('kind') || null,
  }
}

const selectionBehind = (form: URLSearchParams): Selection =>
  selectionOf(form.get('back:section'), name => form.get(`back:${name}`))

function isSame(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

// What the page's script adds to the log while it is open.
function sendCalls(sandbox: Sandbox, visit: Context): Response | Promise<Response> {
  const after = z.coerce.number().int().min(0).parse(visit.req.query('after'))
  const language = languageOf(visit)
  return visit.html(renderCalls({ sandbox, language, t: texts[language].desk }, after))
}

function sendCurl(sandbox: Sandbox, visit: Context): Response | Promise<Response> {
  const id = z.coerce.number().int().min(1).parse(visit.req.param('id'))
  const script = writeCurlFile(sandbox, callAt(sandbox, id), visit.req.query('whole') === '1')
  visit.header('Content-Disposition', `attachment; filename="call-${id}.sh"`)
  return visit.body(script, 200, { 'Content-Type': 'text/x-shellscript; charset=utf-8' })
}

function streamCalls(sandbox: Sandbox, visit: Context): Response {
  return streamSSE(visit, async stream => {
    const stop = watchCalls(sandbox.db, call => {
      stream.writeSSE({ event: 'call', id: String(call.id), data: JSON.stringify(showCall(call)) }).catch(() => stop())
    })
    const alive = setInterval(() => stream.writeSSE({ event: 'alive', data: '' }).catch(() => stop()), keepAliveMs)
    alive.unref()
    await stream.writeSSE({ event: 'alive', data: '' })
    await new Promise<void>(resolve => stream.onAbort(resolve))
    clearInterval(alive)
    stop()
  })
}
