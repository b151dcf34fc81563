import { z } from 'zod'
import { errorAnswer } from '#app/api/v1/error-answer.ts'
import { respond, sayQuota } from '#app/api/v1/keyed.ts'
import { guarded } from '#app/guarded.ts'
import { type Route, toRefused } from '#app/problem.ts'
import { parametersOf, readAs, readJson } from '#app/read-request.ts'
import { readerOf } from '#app/reader-of.ts'
import { bearerOf } from '#lib/domain/merchant/api-key.ts'
import { issuer } from '#lib/services/apps/allow.ts'
import { type OpenApp, openByToken, type Reader } from '#lib/services/apps/reading.ts'
import { requestIdOf } from '#lib/services/merchant/api-requests.ts'
import type { DataOperation } from '#lib/views/data-v1.ts'
import { apiErrors, errorPage } from '#lib/views/v1/errors.ts'
import type { Parsed } from '#lib/views/v1/operation.ts'

type Open = { readonly request: Request; readonly app: OpenApp; readonly by: Reader }
type Asked<Op extends DataOperation> = Open & { readonly query: Parsed<Op['query']>; readonly body: Parsed<Op['body']> }

const NoQuery = z.strictObject({})

/** A route of the data API, for programs with the access token of a person's app. */
export function dataRoute<const Op extends DataOperation>(
  { act, query, body, status }: Op,
  run: (asked: Asked<Op>) => Promise<Parsed<Op['answer']>>,
) {
  return guarded(
    act,
    authenticateApp(async ({ request, ...open }, headers) => {
      const sent = body ? readAs(body, await readJson(request), 'body') : undefined
      const asked = readAs(query ?? NoQuery, parametersOf(request), 'query')
      const answer = await run({ ...open, request, query: asked, body: sent } as Asked<Op>)
      return respond(status, answer, headers, '')
    }),
  )
}

/** The same for a route that makes its response itself. */
export function authenticateApp(run: (open: Open, headers: Headers) => Promise<Response>): Route {
  return async request => {
    const requestId = requestIdOf(request.headers.get('x-request-id'))
    const headers = new Headers({ 'cache-control': 'private, no-store', 'x-request-id': requestId })
    try {
      const by = readerOf(request)
      const app = await openByToken(bearerOf(request.headers.get('authorization')), by)
      sayQuota(headers, app.quota, { of: 'app', windowSeconds: 3_600 })
      return await run({ request, app, by }, headers)
    } catch (error) {
      const refused = toRefused(error, request)
      if (refused.retryAfterSeconds !== undefined) headers.set('retry-after', String(refused.retryAfterSeconds))
      if (refused.code !== 'not_allowed') {
        const { status, body } = errorAnswer(refused)
        return respond(status, body, headers, requestId)
      }
      const metadata = new URL('/.well-known/oauth-protected-resource', issuer())
      headers.set('www-authenticate', `Bearer realm="Guichet", error="invalid_token", resource_metadata="${metadata}"`)
      return respond(401, tokenProblem(), headers, requestId)
    }
  }
}

function tokenProblem() {
  const code = 'token_not_valid'
  const { status, en } = apiErrors[code]
  return {
    type: new URL(errorPage(code), issuer()).href,
    title: en.title,
    status,
    code,
    detail: `${en.cause} ${en.remedy}`,
  }
}
