import { noStore, problemFacts, type Route, toRefused } from '#app/problem.ts'
import { readFields } from '#app/read-request.ts'
import { readerOf } from '#app/reader-of.ts'
import type { Reader } from '#lib/services/apps/reading.ts'

/** Endpoints of OAuth that programs call: an error is told in its own members (RFC 6749 § 5.2). */
export function answerOAuth(run: (request: Request, by: Reader) => Promise<object>, status = 200): Route {
  return async request => {
    try {
      const answer = await run(request, readerOf(request))
      if (!('error' in answer)) return Response.json(answer, { status, headers: noStore })
      const { error, description } = answer as { readonly error: string; readonly description: string }
      return Response.json({ error, error_description: description }, { status: 400, headers: noStore })
    } catch (error) {
      const { code, retryAfterSeconds = 0 } = toRefused(error, request)
      const told =
        code === 'invalid_input' ? 'invalid_request' : code === 'too_many_tries' ? 'slow_down' : 'server_error'
      const headers = retryAfterSeconds > 0 ? { ...noStore, 'retry-after': String(retryAfterSeconds) } : noStore
      const { status, title } = code === 'invalid_input' ? { status: 400, title: unreadable } : problemFacts(code)
      return Response.json({ error: told, error_description: title }, { status, headers })
    }
  }
}

const unreadable = 'The body: a JSON object to register, a form for tokens.'

const names = ['grant_type', 'code', 'code_verifier', 'redirect_uri', 'client_id', 'refresh_token', 'token'] as const

/** The members that these endpoints know; an empty one is absent. */
export async function formOf(request: Request): Promise<Readonly<Record<string, string>>> {
  const form = await readFields(request)
  return Object.fromEntries(names.flatMap(name => (form?.field(name) ? [[name, form.field(name)]] : [])))
}
