import { createServer, type RequestListener } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { alsoServeTls } from '@guichet/local-tls/also-tls.ts'
import { loadEnv } from '#lib/env.ts'
import { makeLastWrites } from '#lib/last-writes.ts'
import { addHeaders, siteOf } from './answer-headers.ts'
import { clockPath, serveDemonstration } from './demonstration.ts'
import { allowFraming, readTourOrigin } from './framing.ts'
import { createHttpServer, refusalOf, sayListening } from './http.ts'
import { type MethodsOf, type PathKindOf, readRoutes } from './routes.ts'
import { serveStatic } from './static-files.ts'
import { stopServer } from './stop.ts'

/**
 * The application alone, as in production: the build (or, with NODE_ENV=development, the sources) behind our own server, because
 * the framework's keeps idle connections for minutes, answers to any host name and fails for requests that it can't parse. LISTEN
 * and PORT configure it.
 */
export async function runServer({ noticeMs }: Notice): Promise<void> {
  if (process.env.NODE_ENV !== 'development') Object.assign(process.env, { NODE_ENV: 'production' })
  try {
    await serve({ noticeMs })
  } catch (error) {
    process.stderr.write(`Guichet can't start. ${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  }
}

/** For how long requests are still taken after a signal (`stopServer`). */
type Notice = { readonly noticeMs: number }

async function serve({ noticeMs }: Notice): Promise<void> {
  const env = loadEnv()
  const { APP_URL, LISTEN, PORT } = env
  const { default: next } = await import('next')
  const isDevelopment = process.env.NODE_ENV === 'development'
  // Never listens: the framework attaches its upgrade handler to it, which only development uses, for reloads.
  const upgrades = createServer()
  const app = next({ dev: isDevelopment, port: PORT, httpServer: upgrades })
  const withHeaders = addHeaders(answering(app.getRequestHandler()), siteOf(env))
  const onRequest = isDevelopment ? withHeaders : serveStatic(withHeaders)
  // A development server builds on demand, so its route tree is unknown.
  let kindOf: PathKindOf = () => 'route'
  let methodsOf: MethodsOf = () => null
  const tourOrigin = readTourOrigin(process.env.TOUR_ORIGIN, APP_URL)
  const handler = tourOrigin === null ? onRequest : serveDemonstration(allowFraming(onRequest, tourOrigin), tourOrigin)
  const http = createHttpServer(APP_URL, handler, {
    kindOf: path => (tourOrigin !== null && path === clockPath ? 'route' : kindOf(path)),
    methodsOf: path => methodsOf(path),
  })
  const server = alsoServeTls(http, env.LOCAL_TLS)
  if (isDevelopment) {
    server.on('upgrade', (request, socket, head) => {
      if (refusalOf(request, APP_URL)) socket.destroy()
      else upgrades.emit('upgrade', request, socket, head)
    })
  }
  onceSignalled(() => {
    // Nothing is running yet; and pages of a development server keep their connections open.
    if (isDevelopment || !server.listening) process.exit(0)
    // Running requests are answered; instrumentation-node.ts limits how long that may take.
    stopServer(server, delay(noticeMs))
      .then(makeLastWrites)
      .then(() => app.close())
      .finally(() => process.exit(0))
  })
  await app.prepare()
  if (!isDevelopment) ({ kindOf, methodsOf } = readRoutes())
  await new Promise<void>((done, failed) => server.once('error', failed).listen(PORT, LISTEN, done))
  sayListening(LISTEN, PORT)
}

function answering(handle: (...asked: Parameters<RequestListener>) => Promise<void>): RequestListener {
  return (request, response) => {
    handle(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  }
}

/** Later signals have no effect. */
function onceSignalled(stop: () => void): void {
  let isStopping = false
  const take = () => {
    if (isStopping) return
    isStopping = true
    stop()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, take)
}

if (import.meta.main) await runServer({ noticeMs: 0 })
