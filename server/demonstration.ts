import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { z } from 'zod'
import { readEnv } from '#lib/env.ts'

/** Where the guided tour moves the application's clock. */
export const clockPath = '/demonstration/clock'
/** Where it reads how our database keeps somebody's tokens. */
export const storedPath = '/demonstration/stored'

const furthestMs = 800 * 86_400_000
const longestBody = 200
const Move = z.strictObject({ aheadMs: z.int().min(-furthestMs).max(furthestMs) })
const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Tells the application at its start how far the bank's clock, which survives a restart, is ahead of the real time. */
export const aheadVariable = 'DEMONSTRATION_AHEAD_MS'

/**
 * Answers `PUT /demonstration/clock` with `{ "aheadMs": … }`: from then on the application's time is that far ahead of the real one;
 * and `GET /demonstration/stored?email=…`. Only programs on this machine may ask, and no browser: a page of another site could otherwise
 * move it. Leases, signatures and TLS keep the real time. It begins as far ahead as `DEMONSTRATION_AHEAD_MS` says. Without a tour
 * (`tourOrigin` is null) there are no such addresses.
 */
export function serveDemonstration(
  handle: RequestListener,
  tourOrigin: string | null,
  readStored = readStoredTokens,
): RequestListener {
  if (tourOrigin === null) return handle
  setAhead(Move.parse({ aheadMs: Number(process.env[aheadVariable] ?? 0) }).aheadMs)
  return (request, response) => {
    const [path, query] = (request.url ?? '').split('?')
    if (path !== clockPath && path !== storedPath) return handle(request, response)
    const { origin, 'sec-fetch-mode': mode } = request.headers
    const isBrowser = origin !== undefined || mode !== undefined
    const isMethod = request.method === (path === clockPath ? 'PUT' : 'GET')
    if (!loopback.has(request.socket.remoteAddress ?? '') || isBrowser || !isMethod)
      return answer(response, 403, { error: 'Only the guided tour asks for this' })
    if (path === storedPath) {
      readStored(new URLSearchParams(query).getAll('email')).then(
        stored => answer(response, 200, { stored }),
        () => answer(response, 503, { error: 'The database does not answer' }),
      )
      return
    }
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

/** The tokens of people as they stand in the database, shortened. */
async function readStoredTokens(emails: readonly string[]): Promise<readonly unknown[]> {
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString: readEnv('DATABASE_URL') })
  await client.connect()
  const own = `"userId" IN (SELECT "id" FROM "User" WHERE "email" = ANY($1))`
  const kept = [
    ['Connection', 'accessSealed', ''],
    ['Connection', 'refreshSealed', ''],
    ['LinkFlow', 'sealedTokens', 'AND "sealedTokens" IS NOT NULL'],
  ].map(
    ([model, column, more]) => `(SELECT '${model}.${column}' AS "column",
      left("${column}", 24) || '…' || right("${column}", 16) AS "value"
      FROM "${model}" WHERE ${own} ${more} ORDER BY "id" DESC LIMIT 1)`,
  )
  return client
    .query(kept.join(' UNION ALL '), [emails])
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

function setAhead(aheadMs: number): void {
  Object.assign(globalThis, { guichetAheadMs: aheadMs })
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', connection: 'close' })
  response.end(JSON.stringify(body))
}
