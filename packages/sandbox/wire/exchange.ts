import type { X509Certificate } from 'node:crypto'
import type { Sandbox } from '#sandbox/running-bank.ts'
import type { Application } from '#sandbox/store/applications.ts'
import type { Person } from '#sandbox/store/people.ts'
import type { Grant } from '#sandbox/store/tokens.ts'

/** One call: the request, and what earlier steps found out. */
export type Exchange = {
  readonly sandbox: Sandbox
  /** Bank code in the host name. */
  readonly bankCode: string
  readonly method: string
  readonly path: string
  /** Path with query, as in `(request-target)`. */
  readonly target: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: Buffer
  /** The client's TLS certificate; null if it sent none. */
  readonly certificate: X509Certificate | null
  readonly version: '1.4.2' | '1.6.2' | null
  /** Set by the steps whose docstrings name them. */
  organisationId?: string
  application?: Application
  grant?: Grant
  person?: Person
  attended?: boolean
}

/** The answer. `body` undefined means none. */
export type Answer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** The body as JSON text, if the answer was written as text (`answerText`). */
  readonly text?: string
}

/** A step checks the exchange and either returns nothing, fills it, answers, or throws a Refusal. */
// biome-ignore lint/suspicious/noConfusingVoidType: a step that lets a call pass returns nothing
export type Step = (exchange: Exchange) => void | Answer | Promise<void | Answer>

/** An endpoint is a list of steps, run in order; the last one answers. */
export type Endpoint = {
  readonly method: string
  readonly path: string
  readonly steps: readonly Step[]
}
