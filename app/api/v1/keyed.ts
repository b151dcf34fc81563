import type { z } from 'zod'
import { problems, toRefused } from '#app/problem.ts'
import { pathOf, readAs, readJson, searchOf } from '#app/read-request.ts'
import en from '#components/i18n/messages/en/failures.json' with { type: 'json' }
import { bearerOf } from '#lib/domain/api-key.ts'
import type { Refusal } from '#lib/domain/failure.ts'
import { Refused } from '#lib/domain/refused.ts'
import type { Operation } from '#lib/domain/v1-operations.ts'
import type { Problem } from '#lib/domain/v1-schemas.ts'
import { type KeyHolder, openApiKey, requireScope } from '#lib/services/merchant/api-keys.ts'
import { type ApiQuota, countRequest } from '#lib/services/merchant/api-limits.ts'
import { requestIdOf } from '#lib/services/merchant/checkout.ts'
import { type Answer, answerOnce, type Keep } from '#lib/services/merchant/idempotency.ts'

/** One route of the API v1: whose key is it, may it do this, is the input sound; then one service, and an answer. */

export type Keyed<Query, Body> = {
  readonly holder: KeyHolder
  /** `{id}` of the path. */
  readonly id: string
  readonly query: Query
  readonly body: Body
  /** Of a POST: keeps its answer in the service's own transaction. */
  readonly keep: Keep
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
type RouteContext = { readonly params: Promise<unknown> }
type Route = (request: Request, context: RouteContext) => Promise<Response>
type Handler<Op extends Operation> = (
  asked: Keyed<Parsed<Op['query']>, Parsed<Op['body']>>,
) => Promise<object | undefined>

/** An answer that is a problem, decided by a route that knows more than a code. */
export class Refusing {
  readonly code: Refusal
  readonly more: Partial<Problem>

  constructor(code: Refusal, more: Partial<Problem>) {
    this.code = code
    this.more = more
  }
}

/** The route of an operation. */
export function keyed<const Op extends Operation>(operation: Op, handle: Handler<Op>): Route {
  return async (request, context) => {
    const requestId = requestIdOf(request.headers.get('x-request-id'))
    const headers = new Headers({ 'cache-control': 'private, no-store', 'x-request-id': requestId })
    try {
      const holder = await openApiKey(bearerOf(request.headers.get('authorization')), addressOf(request))
      spend(headers, await countRequest(holder.keyId))
      requireScope(holder, operation.scope)
      const asked = await readAsked(operation, request, holder, context.params)
      const { status, body } = await perform(operation, request, asked, handle as Handler<Operation>, headers)
      return respond(status, body, headers, requestId)
    } catch (error) {
      const refused = toRefused(error, request)
      if (refused.retryAfterSeconds !== undefined) headers.set('retry-after', String(refused.retryAfterSeconds))
      const { status, body } = problemAnswer(refused)
      return respond(status, body, headers, requestId)
    }
  }
}

function addressOf(request: Request): string {
  return (request.headers.get('x-guichet-peer') ?? '').split(' ')[0] || 'unknown'
}

function spend(headers: Headers, { limit, remaining, resetSeconds, isOver }: ApiQuota): void {
  headers.set('ratelimit-policy', `"key";q=${limit};w=60`)
  headers.set('ratelimit', `"key";r=${remaining};t=${resetSeconds}`)
  if (isOver) throw new Refused('too_many_tries', { retryAfterSeconds: resetSeconds })
}

type Plain = Keyed<unknown, unknown>

async function readAsked(
  operation: Operation,
  request: Request,
  holder: KeyHolder,
  params: Promise<unknown>,
): Promise<Plain> {
  const { id } = await pathOf(params, 'id')
  const query = operation.query ? readAs(operation.query, Object.fromEntries(searchOf(request)), 'query') : undefined
  const body = operation.body ? readAs(operation.body, await readJson(request, largestBody, {}), 'body') : undefined
  return { holder, id, query, body, keep: async () => undefined }
}

/** A POST is answered once per key; the rest may be repeated as they are. */
async function perform(
  operation: Operation,
  request: Request,
  asked: Plain,
  handle: Handler<Operation>,
  headers: Headers,
): Promise<Answer> {
  const act = async (keep: Keep): Promise<Answer> => {
    // What can't be kept in a transaction of its own is kept after it; a refusal is an answer too.
    try {
      const value = await handle({ ...asked, keep } as never)
      if (value instanceof Refusing) return problemAnswer(new Refused(value.code), value.more)
      return { status: operation.status, body: value ?? null }
    } catch (error) {
      if (!(error instanceof Refused) || !isLasting(error)) throw error
      return problemAnswer(error)
    }
  }
  if (operation.method !== 'post') return act(async () => undefined)
  const key = request.headers.get('idempotency-key')
  const wish = { key, method: 'POST', path: new URL(request.url).pathname, body: asked.body ?? null }
  const answer = await answerOnce(asked.holder, wish, act)
  if (answer.isReplay) headers.set('idempotency-replayed', 'true')
  return answer
}

/** A refusal that the same request would meet again: asking once more can't help. */
function isLasting({ code }: Refused): boolean {
  return code === 'payment_over' || code === 'payment_not_cancellable'
}

const largestBody = 64 * 1024

const snake = (field: string) => field.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

function problemAnswer(refused: Refused, more: Partial<Problem> = {}): Answer {
  const { code, field, bankCode, supportId } = refused
  const { status, title } = problems[code]
  const words = en.refusals[code]
  const body = {
    type: `urn:guichet:problem:${code}`,
    ...{ title, status, code },
    detail: detailOf(refused, `${words.sentence} ${words.next}`),
    ...(field ? { field: field.startsWith('Idem') ? field : snake(field) } : {}),
    ...(bankCode ? { bank_code: bankCode } : {}),
    ...(supportId ? { support_id: supportId } : {}),
    ...more,
  }
  return { status, body }
}

function detailOf({ code, field, why }: Refused, words: string): string {
  if (code !== 'invalid_input' || !field) return words
  return `${snake(field)} is missing or not valid${why ? ` (${why})` : ''}: see /docs/api for what it may be.`
}

function respond(status: number, body: unknown, headers: Headers, requestId: string): Response {
  if (status === 204) return new Response(null, { status, headers })
  const isProblem = status >= 400
  headers.set('content-type', isProblem ? 'application/problem+json' : 'application/json')
  const said = isProblem && typeof body === 'object' ? { ...body, request_id: requestId } : body
  return new Response(JSON.stringify(said), { status, headers })
}
