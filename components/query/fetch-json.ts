import type { z } from 'zod'
import type { ProblemView } from '#lib/views/banking.ts'

/**
 * A schema, or a function that loads one. Loading keeps the schema library out of the code for a page's first paint:
 * `() => import('#lib/views/banking.ts').then(views => views.HomeView)`.
 */
export type SchemaSource<T extends z.ZodType> = T | (() => Promise<T>)

/**
 * Turns off zod's compilation of schemas: it uses `eval`, which our content security policy forbids, and every browser would
 * report the attempt. zod reads this setting when it is loaded.
 */
if (typeof window !== 'undefined') Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** A request to our server that was refused or not answered. `status` is 0 without an answer. */
export class RequestProblem extends Error {
  readonly status: number
  readonly problem: ProblemView | null

  constructor(status: number, problem: ProblemView | null) {
    super(problem?.title ?? `request failed: ${status}`)
    this.name = 'RequestProblem'
    this.status = status
    this.problem = problem
  }

  /** The code, which has texts in `failures.refusals`. */
  get code(): ProblemView['code'] {
    return this.problem?.code ?? (this.status === 401 ? 'not_signed_in' : 'our_fault')
  }
}

/** Reads one of our JSON routes and validates the answer by its schema. Throws RequestProblem. */
export async function readJson<T extends z.ZodType>(
  url: string,
  schema: SchemaSource<T>,
  signal?: AbortSignal,
): Promise<z.infer<T>> {
  return parseAnswer(await ask(url, signal ? { signal } : {}), schema)
}

/** Sends JSON (or nothing) and validates the answer by its schema. Throws RequestProblem. */
export async function sendJson<T extends z.ZodType>(
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  schema: SchemaSource<T>,
  body?: unknown,
): Promise<z.infer<T>> {
  return parseAnswer(await send(method, url, body), schema)
}

/** Sends a request that is answered with 204. Throws RequestProblem. */
export async function sendOnly(method: 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<void> {
  await send(method, url, body)
}

function send(method: string, url: string, body: unknown): Promise<Response> {
  if (body === undefined) return ask(url, { method })
  return ask(url, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
}

async function ask(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, cache: 'no-store', credentials: 'same-origin' }).catch(noAnswer)
  if (response.ok) return response
  throw new RequestProblem(response.status, await readProblem(response))
}

function noAnswer(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw new RequestProblem(0, null)
}

async function readProblem(response: Response): Promise<ProblemView | null> {
  const { ProblemView } = await import('#lib/views/banking.ts')
  const problem = ProblemView.safeParse(await response.json().catch(() => null))
  return problem.success ? problem.data : null
}

async function parseAnswer<T extends z.ZodType>(response: Response, source: SchemaSource<T>): Promise<z.infer<T>> {
  const schema = typeof source === 'function' ? await source() : source
  const answer = schema.safeParse(await response.json().catch(() => null))
  if (!answer.success) throw new RequestProblem(response.status, null)
  return answer.data
}
