import type { ProblemView } from '#lib/views/banking.ts'

/** Requests to our own JSON routes, whose answers have the type of the route's view. All of them throw RequestProblem. */

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

let changed = () => {}

/** Called after each request that may have changed something: what other pages have read is out of date. */
export function onChange(act: () => void): void {
  changed = act
}

type Method = 'POST' | 'PUT' | 'DELETE'

export async function readJson<View>(url: string, signal?: AbortSignal): Promise<View> {
  return jsonOf(await ask(url, signal ? { signal } : {}))
}

/** Sends JSON, or nothing. */
export async function sendJson<View>(method: Method, url: string, body?: unknown): Promise<View> {
  return jsonOf(await send(method, url, body))
}

/** Sends a request whose answer does not matter. */
export async function sendOnly(method: Method, url: string, body?: unknown): Promise<void> {
  await send(method, url, body)
}

/** Sends fields and a file as a form. */
export async function sendForm<View>(url: string, fields: Readonly<Record<string, File | string | null>>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== null) body.set(name, value)
  return jsonOf<View>(await ask(url, { method: 'POST', body }).finally(changed))
}

function send(method: Method, url: string, body: unknown): Promise<Response> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  return ask(url, { method, ...sent }).finally(changed)
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

/** Null for an answer that says nothing of itself, as a proxy's. */
async function readProblem(response: Response): Promise<ProblemView | null> {
  const problem: ProblemView | null = await response.json().catch(() => null)
  return problem?.words ? problem : null
}

async function jsonOf<View>(response: Response): Promise<View> {
  return response.json().catch(() => {
    throw new RequestProblem(response.status, null)
  })
}
