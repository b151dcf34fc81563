import { randomBytes } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import QRCode from 'qrcode'
import { z } from 'zod'
import { renderDocument } from './document.ts'
import type { File } from './files.ts'
import type { Language } from './story.ts'
import { listenUntilLeft } from './stream.ts'
import { words } from './words.ts'

/** What the person sees now: the page of the frame, and what arrived on the phone. */
export const Shown = z.strictObject({
  page: z.string().max(100),
  language: z.enum(['fr', 'en']),
  address: z.string().max(300),
  html: z.string().max(1_000_000),
  style: z.string().max(1_000_000),
  phone: z
    .array(z.strictObject({ from: z.string().max(200), text: z.string().max(1_000), code: z.string().max(20) }))
    .max(10),
})
export type Shown = z.output<typeof Shown>

/** The person's column on phones in the room. They see it and can't act. */
export type Mirror = {
  /** Pages for other devices; they are found only by whoever has read the QR code. */
  readonly app: Hono
  /** Address of the page, by the name of this machine in its network. */
  readonly url: string
  /** The same as a QR code, SVG. */
  readonly picture: string
  show(shown: Shown): void
}

/** Phones that watch at once. */
const maxWatchers = 50

/** A mirror for every page of the tour, so that each room follows its own. */
export type Mirrors = {
  readonly app: Hono
  of(page: string): Promise<Mirror>
}

/** Beyond, the oldest is no longer found. */
const mostMirrors = 100

/** `files` are the tour's style sheet and scripts by their names. */
export function createMirrors(host: string, port: number, files: ReadonlyMap<string, File>): Mirrors {
  const mirrors = new Map<string, Promise<Mirror>>()
  const app = new Hono()
  app.all('*', async call => {
    const [, key = ''] = call.req.path.split('/')
    for (const mirror of await Promise.all(mirrors.values()))
      if (mirror.url.endsWith(`/${key}`) && key !== '') return mirror.app.fetch(call.req.raw)
    return call.notFound()
  })
  return {
    app,
    of: page => {
      const known = mirrors.get(page) ?? createMirror(host, port, files)
      const [oldest] = mirrors.keys()
      if (oldest !== undefined && mirrors.size >= mostMirrors && !mirrors.has(page)) mirrors.delete(oldest)
      mirrors.set(page, known)
      return known
    },
  }
}

async function createMirror(host: string, port: number, files: ReadonlyMap<string, File>): Promise<Mirror> {
  const key = randomBytes(16).toString('base64url')
  const home = `/${key}`
  const url = `http://${host}:${port}${home}`
  let shown: Shown | null = null
  let version = 0
  const watchers = new Set<() => void>()
  const app = new Hono()
  app.use(async (call, next) => {
    for (const [name, value] of Object.entries(securityHeaders)) call.header(name, value)
    await next()
  })
  app.get(home, call => call.html(renderMirror(shown?.language ?? 'en', home)))
  app.get(`${home}/:name{(tour\\.css|mirror\\.js|make\\.js|phone\\.js|figtree\\.woff2)}`, call => {
    const file = files.get(call.req.param('name'))
    return file ? call.body(file.body, 200, { 'content-type': file.type }) : call.notFound()
  })
  app.get(`${home}/screen`, call => {
    call.header('content-security-policy', screenPolicy)
    return call.html(shown === null ? '' : shown.html.replace('{style}', () => `<style>${shown?.style}</style>`))
  })
  const tell = (stream: SSEStreamingApi) => {
    const { address = '', phone = [] } = shown ?? {}
    const data = JSON.stringify({ version, address, phone })
    void stream.writeSSE({ event: 'shown', id: String(version), data })
  }
  app.get(`${home}/live`, call => {
    if (watchers.size >= maxWatchers) return call.text('503 Too many phones are watching', 503)
    return streamSSE(call, stream => {
      tell(stream)
      return listenUntilLeft(stream, watchers, () => tell(stream))
    })
  })
  return {
    app,
    url,
    picture: await QRCode.toString(url, { type: 'svg', margin: 2 }),
    show: next => {
      shown = next
      version += 1
      for (const tell of watchers) tell()
    },
  }
}

/** The first address of this machine that others in its network can reach; null without one. */
export function findOwnAddress(interfaces = networkInterfaces()): string | null {
  const all = Object.values(interfaces).flatMap(some => some ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? null
}

const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}
/** A screen is a picture: nothing in it runs, leads anywhere or is loaded. */
const screenPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox"

function renderMirror(language: Language, home: string) {
  const t = words[language]
  const head = html`<script type="module" src="${home}/mirror.js"></script>`
  const body = html`<body class="mirror" data-home="${home}">
<main><h1 class="hidden">${t.person}</h1><p class="address" id="address"></p>
<iframe id="screen" title="${t.person}"></iframe>
<section class="phone" aria-label="${t.phone}"><ul id="phone" aria-live="polite"></ul></section></main>
</body>`
  return renderDocument({ language, title: t.person, assets: home, head }, body)
}
