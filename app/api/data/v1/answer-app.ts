import { noStore, problemOf, type Route, toRefused } from '#app/problem.ts'
import { searchOf } from '#app/read-request.ts'
import { readerOf } from '#app/reader-of.ts'
import { bearerOf } from '#lib/domain/merchant/api-key.ts'
import { issuer } from '#lib/services/apps/allow.ts'
import { type OpenApp, openByToken, type Reader } from '#lib/services/apps/reading.ts'

type Asked = {
  readonly request: Request
  readonly app: OpenApp
  readonly query: URLSearchParams
  readonly by: Reader
}

/** Routes of the data API, for programs with the access token of a person's app. */
export const answerApp = (run: (asked: Asked) => Promise<object>): Route =>
  authenticateApp(async asked => Response.json(await run(asked), { headers: noStore }))

/** The same for a route that makes its response itself. */
export function authenticateApp(run: (asked: Asked) => Promise<Response>): Route {
  return async request => {
    try {
      const by = readerOf(request)
      const app = await openByToken(bearerOf(request.headers.get('authorization')), by)
      return await run({ request, app, by, query: searchOf(request) })
    } catch (error) {
      const refused = toRefused(error, request)
      const answer = problemOf(refused)
      if (refused.code !== 'not_allowed') return answer
      const headers = new Headers(answer.headers)
      const metadata = new URL('/.well-known/oauth-protected-resource', issuer())
      headers.set('www-authenticate', `Bearer realm="Guichet", error="invalid_token", resource_metadata="${metadata}"`)
      return new Response(answer.body, { status: 401, headers })
    }
  }
}
