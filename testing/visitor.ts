import { type Agent, type Dispatcher, request } from 'undici'

/** A browser without scripts, or a program: it keeps cookies and follows no redirect. */

export type Answer = {
  readonly status: number
  /** Empty if there is none. */
  readonly location: string
  readonly text: string
  readonly json: () => unknown
}

type Headers = Readonly<Record<string, string>>
type Sent = { readonly body?: string; readonly headers?: Headers }

/** Opens one with an empty jar of cookies; `own` are headers of all its requests. */
export function openVisitor(dispatcher: Agent, own: Headers = {}) {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(pair => pair.join('=')).join('; ')
  const ask = async (method: Dispatcher.HttpMethod, url: string | URL, { body, headers }: Sent = {}) => {
    const sent = { ...own, cookie: cookie(), ...headers }
    const answer = await request(url, { dispatcher, method, body: body ?? null, headers: sent })
    const text = await answer.body.text()
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^\s*([^=;]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = String(answer.headers.location ?? '')
    return { status: answer.statusCode, location, text, json: (): unknown => JSON.parse(text) } satisfies Answer
  }
  return {
    cookie,
    ask,
    form: (url: string | URL, fields: Readonly<Record<string, string>>, headers: Headers = {}) =>
      ask('POST', url, {
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
    send: (method: Dispatcher.HttpMethod, url: string | URL, body?: unknown, headers: Headers = {}) =>
      ask(method, url, {
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      }),
  }
}
