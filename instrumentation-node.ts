import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDatabaseAway } from '#lib/base/database-away.ts'
import { keepAnnouncingKeys } from '#lib/base/running-processes.ts'
import { hostName, isLoopbackName } from '#lib/domain/requests/own-host.ts'
import { peerOf, writePeer } from '#lib/domain/requests/peer.ts'
import { loadEnv } from '#lib/env.ts'
import { startJobs } from '#lib/jobs/tasks.ts'
import { writeBeforeEnd } from '#lib/last-writes.ts'
import { scrubText } from '#lib/log.ts'
import { metrics } from '#lib/metrics.ts'
import { recordFault } from '#lib/services/operator/faults.ts'
import { markStopping, markWorker } from '#lib/services/operator/health.ts'
import { enterOrigin, noteDatabaseAway, startTracing, watchDatabase } from '#lib/trace.ts'

/**
 * The start of a server process: validates the environment, records peers of requests, starts the worker. An error thrown here
 * would leave a server that answers 500 to everything, so the process is ended instead. `ended` resolves when, after a signal,
 * everything that was started here has stopped.
 */
export async function start(): Promise<{ readonly ended: Promise<void> }> {
  outliveReaders()
  try {
    const { TRUSTED_PROXIES, GUICHET_WORKER, OTEL_EXPORTER_OTLP_ENDPOINT } = loadEnv()
    recordPeers(TRUSTED_PROXIES)
    const stopTracing = OTEL_EXPORTER_OTLP_ENDPOINT ? await startTracing(OTEL_EXPORTER_OTLP_ENDPOINT) : null
    keepAnnouncingKeys()
    const worker = GUICHET_WORKER ? startJobs() : null
    if (worker) markWorker('running')
    const ended = stopGracefully(async () => {
      await worker?.stop()
      markWorker('stopped')
      await stopTracing?.()
    })
    writeBeforeEnd(() => ended.catch(() => undefined))
    return { ended }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`Guichet can't start. ${scrubText(message)}\n`)
    process.exit(1)
  }
}

/**
 * The reader of our output may end before us. The framework would report the write error by writing, endlessly.
 */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}

/** Longer than any request or call to a bank that started before the signal (fault:D5). */
const drainMs = 20_000

/**
 * On a signal this process reports that it is not ready, and lets Next finish its requests and the worker its tasks. What has not
 * ended after twenty seconds is left to another process, because all state is in rows. A second signal has no effect.
 */
function stopGracefully(stop: () => Promise<void>): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let stopping = false
  const begin = () => {
    if (stopping) return
    stopping = true
    markStopping()
    setTimeout(() => process.exit(0), drainMs).unref()
    stop().then(resolve, reject)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, begin)
  return promise
}

/**
 * Next keeps an `x-forwarded-for` from the client, and a route handler can't see the socket (C19). So every request is changed
 * before Next gets it: the client's claim is removed and replaced by the real address.
 */
export function recordPeers(trustedProxies: number): void {
  subscribe('http.server.request.start', message => {
    if (!isStart(message)) return
    markPeer(message.request, trustedProxies)
    enterOrigin()
    correctFault(message)
    countAnswer(message.request.url ?? '', message.response)
  })
}

/** Probes answer 503 on purpose when the process is about to end. */
const probes = new Set(['/api/health', '/api/ready', '/metrics'])

/** Counts the answer once it is sent. Whoever leaves before saw none. */
function countAnswer(url: string, response: ServerResponse): void {
  const [path = ''] = url.split('?', 1)
  if (probes.has(path)) return
  response.once('finish', () =>
    metrics().answers.inc({ kind: kindOf(path), class: `${Math.floor(response.statusCode / 100)}xx` }),
  )
}

function kindOf(path: string): 'api_v1' | 'api' | 'static' | 'payment_page' | 'page' {
  if (path.startsWith('/api/v1/')) return 'api_v1'
  if (path.startsWith('/api/')) return 'api'
  if (path.startsWith('/_next/static/')) return 'static'
  return /^\/(?:pay|l)\//.test(path) ? 'payment_page' : 'page'
}

type Started = { readonly request: IncomingMessage; readonly response: ServerResponse }

function isStart(message: unknown): message is Started {
  return typeof message === 'object' && message !== null && 'request' in message && 'response' in message
}

/**
 * The framework answers 500 if rendering a page fails for any reason. If our database was down, the request was not at fault: 503
 * with the time to retry, as for routes (H9). A request of the framework's own script says in a header which page it comes from. One
 * that can't be read fails as well, and only the framework knows its shape, so it can't be checked before: 400, after which a browser
 * loads the page anew, and gets the 500 if the fault is ours.
 */
function correctFault({ request, response }: Started): void {
  const wasDatabaseAway = watchDatabase()
  const isNavigation = request.headers['next-router-state-tree'] !== undefined
  const writeHead = response.writeHead.bind(response)
  const write = (status: number, ...rest: never[]) => {
    if (status !== 500) return writeHead(status, ...rest)
    if (!wasDatabaseAway()) return writeHead(isNavigation ? 400 : 500, ...rest)
    response.setHeader('Retry-After', '5')
    return writeHead(503, ...rest)
  }
  response.writeHead = write
}

/** Records an error thrown while a page rendered, under the digest that the person is shown. */
export function noteFault(error: unknown, request: { readonly method: string; readonly path: string }): void {
  if (isDatabaseAway(error)) noteDatabaseAway()
  // The client left before its body ended.
  if (error instanceof Error && error.message === 'aborted') return
  const digest = typeof error === 'object' && error !== null ? Reflect.get(error, 'digest') : null
  // A query may have a code.
  const { method, path } = request
  const fault = { method, path: path.replace(/[?].*/s, '') }
  recordFault(error, fault, typeof digest === 'string' ? digest : undefined)
}

/** Headers that only a proxy in front of us, or Next itself, may set. */
function isClaim(name: string): boolean {
  return name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip' || name === 'x-guichet-peer'
}

/** Headers that a proxy adds to a forwarded request, whether or not we trust it (C60). */
function isTrace(name: string): boolean {
  return isClaim(name) || name === 'via' || /(?:^|-)(?:client|connecting)-ip$|forwarded/.test(name)
}

/** Removes headers that the client may not set from a request, and records where it came from. */
export function markPeer(request: Pick<IncomingMessage, 'headers' | 'socket'>, trustedProxies: number): void {
  const { remoteAddress, remotePort } = request.socket
  const forwarded = request.headers['x-forwarded-for']
  const forwardedFor = Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? null)
  const peer = peerOf({ address: remoteAddress ?? '', port: remotePort ?? null }, forwardedFor, trustedProxies)
  const isDirect = isLoopbackName(hostName(request.headers.host) ?? '') && !Object.keys(request.headers).some(isTrace)
  for (const name of Object.keys(request.headers)) {
    if (isClaim(name)) delete request.headers[name]
  }
  request.headers['x-guichet-peer'] = writePeer({ ...peer, isDirect })
}
