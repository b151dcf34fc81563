import { readFileSync } from 'node:fs'
import { Agent, type Dispatcher, request } from 'undici'
import { newCookieJar } from '#testing/cookie-jar.ts'

/** A browser without scripts, or a merchant's server, that trusts the proxy's authority. */

export type Answer = {
  readonly status: number
  readonly location: string
  readonly text: string
  readonly json: () => unknown
}

export type Visitor = {
  readonly get: (path: string) => Promise<Answer>
  /** A form of our pages. */
  readonly form: (path: string, fields: Readonly<Record<string, string>>) => Promise<Answer>
  /** What our pages' scripts send; throws if it is refused. */
  readonly send: (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body?: unknown) => Promise<unknown>
  /** A call of the API v1 with a key. */
  readonly call: (
    method: 'POST' | 'GET',
    path: string,
    key: string,
    order?: { readonly body: unknown; readonly idempotencyKey: string },
  ) => Promise<Answer>
  readonly close: () => Promise<void>
}

type Sent = { readonly body?: string; readonly headers?: Readonly<Record<string, string>> }

/** Opens one with an empty jar of cookies. */
export function openVisitor(origin: string, authority: string): Visitor {
  const dispatcher = new Agent({ connect: { ca: readFileSync(authority, 'utf8') }, headersTimeout: 60_000 })
  const cookies = newCookieJar()
  const ask = async (method: Dispatcher.HttpMethod, path: string, { body, headers }: Sent = {}): Promise<Answer> => {
    const answer = await request(new URL(path, origin), {
      dispatcher,
      method,
      body: body ?? null,
      headers: {
        'sec-fetch-site': 'same-origin',
        'user-agent': 'Mozilla/5.0',
        cookie: cookies.read(),
        ...headers,
      },
    })
    const text = await answer.body.text()
    cookies.keep(answer.headers['set-cookie'])
    const json = (): unknown => JSON.parse(text)
    return { status: answer.statusCode, location: String(answer.headers.location ?? ''), text, json }
  }
  const json = { 'content-type': 'application/json' }
  return {
    get: path => ask('GET', path),
    form: (path, fields) =>
      ask('POST', path, {
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
    send: async (method, path, body) => {
      const answer = await ask(method, path, body === undefined ? {} : { body: JSON.stringify(body), headers: json })
      if (answer.status > 299)
        throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`)
      return answer.text === '' ? null : answer.json()
    },
    call: (method, path, key, order) =>
      ask(method, `/api/v1${path}`, {
        ...(order ? { body: JSON.stringify(order.body) } : {}),
        headers: {
          authorization: `Bearer ${key}`,
          ...(order ? { ...json, 'idempotency-key': order.idempotencyKey } : {}),
        },
      }),
    close: () => dispatcher.close(),
  }
}
