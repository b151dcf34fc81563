import { z } from 'zod'
import { toRefused } from '#app/problem.ts'
import { parametersOf, partsOf, readAs, readJson } from '#app/read-request.ts'
import { addressOf } from '#app/reader-of.ts'
import type { StoreResult } from '#lib/base/idempotent-result.ts'
import { now } from '#lib/clock.ts'
import type { KeyVerb } from '#lib/domain/acts.ts'
import { bearerOf } from '#lib/domain/merchant/api-key.ts'
import type { Refusal } from '#lib/domain/refusals/failure.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import type { Actor } from '#lib/domain/who.ts'
import { actAsKey } from '#lib/services/merchant/actor.ts'
import { type KeyIdentity, openApiKey } from '#lib/services/merchant/api-keys.ts'
import { logRequest } from '#lib/services/merchant/api-log.ts'
import { type ApiQuota, countRequest, requestIdOf } from '#lib/services/merchant/api-requests.ts'
import { type Answer, answerOnce, type Kept } from '#lib/services/merchant/idempotency.ts'
import type { Operation, Parsed } from '#lib/views/v1/operation.ts'
import type { Problem } from '#lib/views/v1/problem.ts'
import { errorAnswer } from './error-answer.ts'

/** One route of the API v1: authenticates the key, checks its scope and the input, calls one service, answers. */

type Asked<Op extends Operation> = {
  /** The key's actor, allowed the operation. */
  readonly actor: Actor<Op['verb']>
  /** `{id}` of the path. */
  readonly id: string
  readonly query: Parsed<Op['query']>
  readonly body: Parsed<Op['body']>
}

/** Ends the transaction of a POST's service: the value becomes the answer, which is stored in it. */
type KeepAs<Op extends Operation> = <Value>(view: (value: Value) => Parsed<Op['answer']>) => StoreResult<Value, Kept>

/** A POST can only return what was stored in the service's transaction, or a problem; anything else does not compile. */
type Handler<Op extends Operation> = Op['method'] extends 'post'
  ? (asked: Asked<Op> & { readonly keep: KeepAs<Op> }) => Promise<Kept | Refusing>
  : (asked: Asked<Op>) => Promise<Parsed<Op['answer']>>

type RouteContext = { readonly params: Promise<unknown> }
type Route = (request: Request, context: RouteContext) => Promise<Response>

/** A problem with members in addition to its code. */
export class Refusing {
  readonly code: Refusal
  readonly more: Partial<Problem>

  constructor(code: Refusal, more: Partial<Problem>) {
    this.code = code
    this.more = more
  }
}

/** The route of an operation. It has its act as a property, so that a test can compare it with the table of acts. */
export function keyed<const Op extends Operation>(
  operation: Op,
  handle: Handler<Op>,
): Route & { readonly act: KeyVerb } {
  const route: Route = async (request, context) => {
    const requestId = requestIdOf(request.headers.get('x-request-id'))
    const headers = new Headers({ 'cache-control': 'private, no-store', 'x-request-id': requestId })
    const seen: Seen = { at: now(), address: addressOf(request), key: null, body: undefined }
    const began = performance.now()
    const answered = (status: number, body: unknown): Response => {
      keepInLog(request, seen, { status, body, requestId, durationMs: Math.round(performance.now() - began) })
      return respond(status, body, headers, requestId)
    }
    try {
      const key = await openApiKey(bearerOf(request.headers.get('authorization')), seen.address, known => {
        seen.key = known
      })
      const quota = await countRequest(key.keyId)
      // One entry says that the limit was reached: a program that does not wait would fill the log with it.
      if (quota.isOver && !quota.isFirstOver) seen.key = null
      spend(headers, quota)
      const actor = actAsKey(key, operation.verb)
      const asked = await readAsked({ operation, request, actor, params: context.params, seen })
      const { status, body } = await perform(operation, request, asked, handle as unknown as AnyHandler, headers)
      return answered(status, body)
    } catch (error) {
      const refused = toRefused(error, request)
      announce(headers, refused, { isKnown: seen.key !== null, isSent: request.headers.has('authorization') })
      const { status, body } = errorAnswer(refused)
      return answered(status, body)
    }
  }
  return Object.assign(route, { act: operation.verb })
}

/** What the log needs of a request, known as far as it came. */
type Seen = { readonly at: Date; readonly address: string; key: KeyIdentity | null; body: unknown }
type Outcome = {
  readonly status: number
  readonly body: unknown
  readonly requestId: string
  readonly durationMs: number
}

/** Requests without a known key belong to nobody, and are not in the log. */
function keepInLog(request: Request, { at, address, key, body: sent }: Seen, outcome: Outcome): void {
  if (key === null) return
  const { pathname, search } = new URL(request.url)
  const { status, body, requestId, durationMs } = outcome
  const isProblem = status >= 400 && body !== null && typeof body === 'object' && 'code' in body
  logRequest({
    organisationId: key.organisationId,
    keyId: key.keyId,
    at,
    address,
    requestId,
    durationMs,
    status,
    method: request.method,
    path: pathname.replace(/^\/api\/v1/, '') + search,
    code: isProblem ? String(body.code) : null,
    request: sent,
    response: body,
  })
}

function spend(headers: Headers, quota: ApiQuota): void {
  const { resetSeconds, isOver } = quota
  sayQuota(headers, quota, { of: 'key', windowSeconds: 60 })
  if (isOver) throw new Refused('too_many_tries', { retryAfterSeconds: resetSeconds })
}

type Counted = { readonly of: string; readonly windowSeconds: number }

export function sayQuota(headers: Headers, quota: ApiQuota, { of, windowSeconds }: Counted): void {
  headers.set('ratelimit-policy', `"${of}";q=${quota.limit};w=${windowSeconds}`)
  headers.set('ratelimit', `"${of}";r=${quota.remaining};t=${quota.resetSeconds}`)
}

/**
 * Sets the headers that a client library reads. A limit other than the key's is reported in place of the key's: of the organisation, or of
 * the address that sent an unknown key.
 */
function announce(
  headers: Headers,
  { code, retryAfterSeconds }: Refused,
  key: { readonly isSent: boolean; readonly isKnown: boolean },
): void {
  if (code === 'key_not_valid' || code === 'key_expired') {
    headers.set('www-authenticate', `Bearer realm="Guichet"${key.isSent ? ', error="invalid_token"' : ''}`)
  }
  if (retryAfterSeconds === undefined) return
  headers.set('retry-after', String(retryAfterSeconds))
  if (code !== 'too_many_tries' || headers.get('ratelimit')?.includes(';r=0;')) return
  headers.delete('ratelimit-policy')
  headers.set('ratelimit', `"${key.isKnown ? 'organisation' : 'address'}";r=0;t=${retryAfterSeconds}`)
}

type AnyAsked = {
  readonly actor: Actor
  readonly id: string
  readonly query: unknown
  readonly body: unknown
}
type AnyHandler = (
  asked: AnyAsked & { readonly keep?: (view: (value: unknown) => unknown) => StoreResult<unknown, Kept> },
) => Promise<unknown>

type Asking = {
  readonly operation: Operation
  readonly request: Request
  readonly actor: Actor
  readonly params: Promise<unknown>
  readonly seen: Seen
}

const NoQuery = z.strictObject({})

async function readAsked({ operation, request, actor, params, seen }: Asking): Promise<AnyAsked> {
  const asked = await partsOf(params)
  if (operation.body) seen.body = await readJson(request, largestBody, {})
  const query = readAs(operation.query ?? NoQuery, parametersOf(request), 'query')
  const body = operation.body ? readAs(operation.body, seen.body, 'body') : undefined
  return Object.assign(asked, { actor, query, body })
}

/** Runs a POST once per Idempotency-Key; other methods can be repeated. */
async function perform(
  { method, status }: Operation,
  request: Request,
  asked: AnyAsked,
  handle: AnyHandler,
  headers: Headers,
): Promise<Answer> {
  if (method !== 'post') return { status, body: (await handle(asked)) ?? null }
  const key = request.headers.get('idempotency-key')
  const wish = { key, method: 'POST', path: new URL(request.url).pathname, body: asked.body ?? null }
  const answer = await answerOnce(asked.actor, wish, async store => {
    try {
      const keep =
        (view: (value: unknown) => unknown): StoreResult<unknown, Kept> =>
        (tx, value) =>
          store(tx, { status, body: view(value) })
      const said = (await handle(Object.assign(asked, { keep }))) as Kept | Refusing
      return said instanceof Refusing ? errorAnswer(new Refused(said.code), said.more) : said
    } catch (error) {
      if (!(error instanceof Refused) || !isLasting(error)) throw error
      return errorAnswer(error)
    }
  })
  if (answer.isReplay) headers.set('idempotency-replayed', 'true')
  return answer
}

/** Whether the same request would be refused again, so that repeating it is useless. */
function isLasting({ code }: Refused): boolean {
  return code === 'payment_over' || code === 'payment_not_cancellable'
}

/** Every member at its longest, each character escaped as `\u00e9`, is 170 KB. */
const largestBody = 256 * 1024

export function respond(status: number, body: unknown, headers: Headers, requestId: string): Response {
  if (status === 204) return new Response(null, { status, headers })
  const isProblem = status >= 400
  headers.set('content-type', isProblem ? 'application/problem+json' : 'application/json')
  const said = isProblem && typeof body === 'object' ? { ...body, request_id: requestId } : body
  return new Response(JSON.stringify(said), { status, headers })
}
