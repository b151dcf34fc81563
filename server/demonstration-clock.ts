import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { z } from 'zod'

/** Where the guided tour moves the application's clock. */
export const clockPath = '/demonstration/clock'

const furthestMs = 800 * 86_400_000
const longestBody = 200
const Move = z.strictObject({ aheadMs: z.int().min(-furthestMs).max(furthestMs) })
const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Tells the application at its start how far the bank's clock, which survives a restart, is ahead of the real time. */
export const aheadVariable = 'DEMONSTRATION_AHEAD_MS'

/**
 * Answers `PUT /demonstration/clock` with `{ "aheadMs": … }`: from then on the application's time is that far ahead of the real one.
 * Only programs on this machine may ask, and no browser: a page of another site could otherwise move it. Leases, signatures and TLS
 * keep the real time. It begins as far ahead as `DEMONSTRATION_AHEAD_MS` says. Without a tour (`tourOrigin` is null) there is no such
 * address.
 */
export function serveClock(handle: RequestListener, tourOrigin: string | null): RequestListener {
  if (tourOrigin === null) return handle
  setAhead(Move.parse({ aheadMs: Number(process.env[aheadVariable] ?? 0) }).aheadMs)
  return (request, response) => {
    if (request.url !== clockPath) return handle(request, response)
    const mayAsk = loopback.has(request.socket.remoteAddress ?? '') && request.headers.origin === undefined
    if (!mayAsk || request.method !== 'PUT')
      return answer(response, 403, { error: 'Only the guided tour moves the clock' })
    moveClock(request).then(
      moved => answer(response, 200, moved),
      () => answer(response, 400, { error: `Send {"aheadMs": <milliseconds>}, at most ${furthestMs}` }),
    )
  }
}

async function moveClock(request: IncomingMessage): Promise<z.output<typeof Move>> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > longestBody) throw new Error('too long')
  }
  const move = Move.parse(JSON.parse(text))
  setAhead(move.aheadMs)
  return move
}

function setAhead(aheadMs: number): void {
  Object.assign(globalThis, { guichetAheadMs: aheadMs })
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' })
  response.end(JSON.stringify(body))
}
