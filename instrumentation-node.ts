import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { peerOf } from '#lib/domain/peer.ts'
import { loadEnv } from '#lib/env.ts'
import { startJobs } from '#lib/jobs/start.ts'
import { scrubText } from '#lib/log.ts'

/**
 * The start of a server process: the environment is checked, the peers of its requests are written down, the worker
 * starts. A throw in here would leave a server that answers 500 to everything, so a bad start ends the process instead.
 */
export async function start(): Promise<void> {
  try {
    const { TRUSTED_PROXIES, GUICHET_WORKER } = loadEnv()
    recordPeers(TRUSTED_PROXIES)
    if (GUICHET_WORKER) await runWorker()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    process.stderr.write(`Guichet can't start. ${scrubText(message)}\n`)
    process.exit(1)
  }
}

async function runWorker(): Promise<void> {
  const worker = await startJobs()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void worker.stop())
}

/**
 * Next keeps an `x-forwarded-for` that a client wrote itself, and a route handler can't see the socket (C19). So every
 * request of this process is met before Next sees it: what the client claims is taken off, and where it really came from
 * is put in its place.
 */
export function recordPeers(trustedProxies: number): void {
  subscribe('http.server.request.start', message => {
    if (hasRequest(message)) markPeer(message.request, trustedProxies)
  })
}

function hasRequest(message: unknown): message is { request: IncomingMessage } {
  return typeof message === 'object' && message !== null && 'request' in message
}

/** What only a proxy in front of us, or Next itself, may say. */
function isClaim(name: string): boolean {
  return name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip' || name === 'x-guichet-peer'
}

/** Takes off one request what its client may not say, and writes down where it came from. */
export function markPeer(request: Pick<IncomingMessage, 'headers' | 'socket'>, trustedProxies: number): void {
  const { remoteAddress, remotePort } = request.socket
  const forwarded = request.headers['x-forwarded-for']
  const forwardedFor = Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? null)
  const { address, port } = peerOf(
    { address: remoteAddress ?? '', port: remotePort ?? null },
    forwardedFor,
    trustedProxies,
  )
  for (const name of Object.keys(request.headers)) {
    if (isClaim(name)) delete request.headers[name]
  }
  request.headers['x-guichet-peer'] = `${address} ${port ?? ''}`.trim()
}
