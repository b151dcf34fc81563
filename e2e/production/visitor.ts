import { readFileSync } from 'node:fs'
import { Agent } from 'undici'
import * as plain from '#testing/visitor.ts'

/** A browser without scripts, or a merchant's server, that trusts the proxy's authority. */
export type Visitor = ReturnType<typeof openVisitor>

type Order = { readonly body: unknown; readonly idempotencyKey: string }

/** Opens one with an empty jar of cookies. */
export function openVisitor(origin: string, authority: string) {
  const dispatcher = new Agent({ connect: { ca: readFileSync(authority, 'utf8') }, headersTimeout: 60_000 })
  const visitor = plain.openVisitor(dispatcher, { 'sec-fetch-site': 'same-origin', 'user-agent': 'Mozilla/5.0' })
  const at = (path: string) => new URL(path, origin)
  return {
    get: (path: string) => visitor.ask('GET', at(path)),
    /** A form of our pages. */
    form: (path: string, fields: Readonly<Record<string, string>>) => visitor.form(at(path), fields),
    /** What our pages' scripts send; throws if it is refused. */
    send: async (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body?: unknown): Promise<unknown> => {
      const { status, text, json } = await visitor.send(method, at(path), body)
      if (status > 299) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 500)}`)
      return text === '' ? null : json()
    },
    /** A call of the API v1 with a key. */
    call: (method: 'POST' | 'GET', path: string, key: string, order?: Order) =>
      visitor.send(method, at(`/api/v1${path}`), order?.body, {
        authorization: `Bearer ${key}`,
        ...(order && { 'idempotency-key': order.idempotencyKey }),
      }),
    close: () => dispatcher.close(),
  }
}
