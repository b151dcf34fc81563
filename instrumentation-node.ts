import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { hostName, isLoopbackName } from '#lib/domain/requests/own-host.ts'
import { peerOf, writePeer } from '#lib/domain/requests/peer.ts'
import { loadEnv } from '#lib/env.ts'
import { startJobs } from '#lib/jobs/tasks.ts'
import { scrubText } from '#lib/log.ts'
import { isDatabaseAway } from '#lib/services/database-away.ts'
import { markStopping, markWorker } from '#lib/services/operator/health.ts'
import { enterOrigin, noteDatabaseAway, startTracing, watchDatabase } from '#lib/trace.ts'

/**
 * The start of a server process: the environment is checked, the peers of its requests are written down, the worker
 * starts. A throw in here would leave a server that answers 500 to everything, so a bad start ends the process instead.
 */
export async function start(): Promise<void> {
  outliveReaders()
  try {
    const { TRUSTED_PROXIES, GUICHET_WORKER, OTEL_EXPORTER_OTLP_ENDPOINT } = loadEnv()
    recordPeers(TRUSTED_PROXIES)
    const stopTracing = OTEL_EXPORTER_OTLP_ENDPOINT ? await startTracing(OTEL_EXPORTER_OTLP_ENDPOINT) : null
    const worker = GUICHET_WORKER ? startJobs() : null
    if (worker) markWorker('running')
    stopGracefully(async () => {
      await worker?.stop()
      markWorker('stopped')
      await stopTracing?.()
    })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`Guichet can't start. ${scrubText(message)}\n`)
    process.exit(1)
  }
}

/**
 * Whoever reads our output may go away before us. Writing to nobody is an error that the framework would report by writing,
 * again and again, for as long as the process lives.
 */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}

/** Longer than any request or call to a bank that began before the signal should take (quality.md D5). */
const drainMs = 20_000

/**
 * Told to stop, this process says that it is not ready, lets Next end what is under way and the worker its jobs. Whatever has not
 * ended after twenty seconds is left to another process: every job's row is the truth. A second signal changes nothing.
 */
function stopGracefully(stop: () => Promise<void>): void {
  let stopping = false
  const begin = () => {
    if (stopping) return
    stopping = true
    markStopping()
    setTimeout(() => process.exit(0), drainMs).unref()
    void stop()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, begin)
}

/**
 * Next keeps an `x-forwarded-for` that a client wrote itself, and a route handler can't see the socket (C19). So every
 * request of this process is met before Next sees it: what the client claims is taken off, and where it really came from
 * is put in its place.
 */
export function recordPeers(trustedProxies: number): void {
  subscribe('http.server.request.start', message => {
    if (!isStart(message)) return
    markPeer(message.request, trustedProxies)
    enterOrigin()
    askToComeAgain(message.response)
  })
}

function isStart(message: unknown): message is { request: IncomingMessage; response: ServerResponse } {
  return typeof message === 'object' && message !== null && 'request' in message && 'response' in message
}

/**
 * A page that fails is a 500 of the framework, whatever it failed at. Where our database was away, nothing is wrong with what was asked:
 * 503, with when to come again, as routes answer it (H9).
 */
function askToComeAgain(response: ServerResponse): void {
  const wasDatabaseAway = watchDatabase()
  const writeHead = response.writeHead.bind(response)
  const write = (status: number, ...rest: never[]) => {
    if (status !== 500 || !wasDatabaseAway()) return writeHead(status, ...rest)
    response.setHeader('Retry-After', '5')
    return writeHead(503, ...rest)
  }
  response.writeHead = write
}

/** What a page threw while it was drawn. */
export function noteFault(error: unknown): void {
  if (isDatabaseAway(error)) noteDatabaseAway()
}

/** What only a proxy in front of us, or Next itself, may say. */
function isClaim(name: string): boolean {
  return name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip' || name === 'x-guichet-peer'
}

/** What a proxy leaves on a request that it hands on, whether or not we trust it (C60). */
function isTrace(name: string): boolean {
  return isClaim(name) || name === 'via' || /(?:^|-)(?:client|connecting)-ip$|forwarded/.test(name)
}

/** Takes off one request what its client may not say, and writes down where it came from. */
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
