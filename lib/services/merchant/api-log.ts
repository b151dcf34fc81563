import { randomUUID } from 'node:crypto'
import { newestFirst, olderThan, readPage } from '#lib/base/cursor.ts'
import { isUuid } from '#lib/base/ids.ts'
import { now } from '#lib/clock.ts'
import { db, jsonText, type Prisma } from '#lib/db.ts'
import { maskedBody, maskedPath } from '#lib/domain/merchant/masked-body.ts'
import { requireFound } from '#lib/domain/refusals/refused.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { isAddress } from '#lib/domain/requests/peer.ts'
import type { Actor } from '#lib/domain/who.ts'
import { writeBeforeEnd } from '#lib/last-writes.ts'
import type { ApiRequestFilter, ApiRequestLine, ApiRequestView } from '#lib/views/api-request.ts'

/** Gathered and written after the answers, and before the process ends; a crash loses the last moment. */

export type LoggedRequest = Omit<ApiRequestLine, 'id' | 'at'> & {
  readonly organisationId: string
  readonly keyId: string
  readonly at: Date
  /** Undefined: none, or malformed. */
  readonly request: unknown
  readonly response: unknown
}

export const requestLifeMs = 30 * 24 * 60 * 60_000
/** Maximum per key. */
export const maxRequests = 5_000
const gatherMs = 200
/** With a slow database more are dropped. */
const maxWaiting = 2_000
const pageSize = 50

let waiting: LoggedRequest[] = []
let writing: Promise<void> = Promise.resolve()
let timer: NodeJS.Timeout | null = null

/** By key. */
const eventListsKept = new Map<string, number>()
const eventListGapMs = 60_000
const maxKeysKnown = 1_000

/** A program that waits for events polls: one answer a minute is kept. */
function isOneOfMany({ keyId, method, path, status, at }: LoggedRequest): boolean {
  if (method !== 'GET' || status !== 200 || !/^\/events(\?|$)/.test(path)) return false
  const last = eventListsKept.get(keyId)
  if (last !== undefined && at.getTime() - last < eventListGapMs) return true
  if (eventListsKept.size >= maxKeysKnown) eventListsKept.clear()
  eventListsKept.set(keyId, at.getTime())
  return false
}

/** At once. */
export function logRequest(entry: LoggedRequest): void {
  if (waiting.length >= maxWaiting || isOneOfMany(entry)) return
  waiting.push(entry)
  writeBeforeEnd(writtenRequests)
  timer ??= setTimeout(() => void writtenRequests(), gatherMs)
}

/** Never fails. */
export function writtenRequests(): Promise<void> {
  if (timer) clearTimeout(timer)
  timer = null
  const entries = waiting
  waiting = []
  if (entries.length > 0) writing = writing.then(() => writeEntries(entries))
  return writing
}

/** As one JSON text. */
async function writeEntries(entries: readonly LoggedRequest[]): Promise<void> {
  const rows = jsonText(
    entries.map(({ path, address, request, response, ...entry }) => ({
      ...entry,
      id: randomUUID(),
      path: maskedPath(path),
      // Whole: it is the merchant's own server, and what a list of allowed addresses needs.
      address: isAddress(address) ? address : '•••',
      request: maskedBody(request),
      response: maskedBody(response),
    })),
  )
  try {
    await db().$executeRaw`
      INSERT INTO "ApiRequest" (
        "id", "organisationId", "keyId", "at", "method", "path", "status", "code", "durationMs", "requestId",
        "address", "request", "response")
      SELECT * FROM json_to_recordset(${rows}::json) AS entry(
        "id" uuid, "organisationId" uuid, "keyId" uuid, "at" timestamptz, "method" text, "path" text, "status" int, "code" text,
        "durationMs" int, "requestId" text, "address" text, "request" text, "response" text)`
  } catch {
    // The request has been answered.
  }
}

const classes = { '2xx': [200, 299], '4xx': [400, 499], '5xx': [500, 599] } as const

/** Newest first, fifty; `before`: the last id shown. None of another organisation's key. */
export async function listRequests(
  { organisationId }: Actor<'key.read'>,
  keyId: string,
  { status, method, path, before }: ApiRequestFilter = {},
): Promise<{ readonly requests: readonly ApiRequestLine[]; readonly next: string | null }> {
  if (!isUuid(keyId)) return { requests: [], next: null }
  const owned = { organisationId, keyId }
  const find = (id: string) => db().apiRequest.findFirst({ where: { id, ...owned } })
  const [from, to] = status === undefined ? [0, 999] : classes[status]
  const within = path ? { contains: path.replace(/[\\%_]/g, found => `\\${found}`) } : undefined
  const among = { ...owned, status: { gte: from, lte: to }, ...omitUndefined({ method, path: within }) }
  const { page, next } = await readPage({ column: 'at', size: pageSize, before, find }, ({ older, ...reading }) =>
    db().apiRequest.findMany({ where: { ...among, ...older }, omit: { request: true, response: true }, ...reading }),
  )
  return { requests: page.map(viewLine), next }
}

/** Masked bodies. Refusals: `not_found`. */
export async function readRequest(
  { organisationId }: Actor<'key.read'>,
  keyId: string,
  id: string,
): Promise<ApiRequestView> {
  const where = { id, keyId, organisationId }
  const row = requireFound(isUuid(id) && isUuid(keyId) && (await db().apiRequest.findFirst({ where })))
  return { ...viewLine(row), request: row.request, response: row.response }
}

function viewLine(row: Omit<Prisma.ApiRequestGetPayload<object>, 'request' | 'response'>): ApiRequestLine {
  const { id, method, path, status, code, durationMs, requestId, address } = row
  return { id, method, path, status, code, durationMs, requestId, address, at: row.at.toISOString() }
}

/** Older than 30 days, or beyond a key's newest. Returns how many. */
export async function sweepRequests(most = maxRequests): Promise<number> {
  const { count: old } = await db().apiRequest.deleteMany({
    where: { at: { lte: new Date(now().getTime() - requestLifeMs) } },
  })
  const full = await db().apiRequest.groupBy({
    by: ['organisationId', 'keyId'],
    having: { id: { _count: { gt: most } } },
  })
  let surplus = 0
  for (const key of full) {
    const last = await db().apiRequest.findFirst({ where: key, orderBy: newestFirst('at'), skip: most - 1 })
    if (last === null) continue
    const { count } = await db().apiRequest.deleteMany({ where: { ...key, ...olderThan('at', last) } })
    surplus += count
  }
  return old + surplus
}
