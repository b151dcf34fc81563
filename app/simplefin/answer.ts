import { problemFacts, type Route, toRefused } from '#app/problem.ts'
import { type Parts, partsOf } from '#app/read-request.ts'
import { readerOf } from '#app/reader-of.ts'
import { refusalStatus } from '#lib/domain/refusals/failure.ts'
import type { Refused } from '#lib/domain/refusals/refused.ts'
import type { Reader } from '#lib/services/apps/reading.ts'

/** Routes of SimpleFIN, which other programs call: a refusal is an answer of the protocol, in its own words. */

type Asked = Parts & { readonly request: Request; readonly by: Reader }

export function answerSimpleFin(run: (asked: Asked) => Promise<string | object>): Route {
  return async (request, context) => {
    try {
      const answer = await run(Object.assign(await partsOf(context?.params), { request, by: readerOf(request) }))
      return typeof answer === 'string'
        ? new Response(answer, { headers: { ...noStore, 'content-type': 'text/plain; charset=utf-8' } })
        : Response.json(answer, { headers: noStore })
    } catch (error) {
      return refuse(toRefused(error, request))
    }
  }
}

const noStore = { 'cache-control': 'private, no-store' }

function refuse(refused: Refused): Response {
  const { code, retryAfterSeconds } = refused
  const status = code === 'invalid_input' ? 400 : refusalStatus[code]
  const headers = retryAfterSeconds === undefined ? noStore : { ...noStore, 'retry-after': String(retryAfterSeconds) }
  return Response.json({ errors: [wordsOf(refused)], accounts: [] }, { status, headers })
}

function wordsOf({ code, field, retryAfterSeconds }: Refused): string {
  if (code === 'not_allowed')
    return 'This access does not exist, has ended or is suspended. Its page in Guichet says why; a new token comes from sharing the accounts again.'
  if (code === 'too_many_tries') return `Too many requests. Ask again in ${retryAfterSeconds ?? 60} seconds.`
  if (code === 'invalid_input') return `The parameter ${field} can’t be read. ${remedies[field ?? ''] ?? ''}`.trim()
  return `${problemFacts(code).title}. Try again later.`
}

const remedies: Readonly<Record<string, string>> = {
  'start-date': 'Give seconds since 1970, such as 1767225600.',
  'end-date': 'Give seconds since 1970, such as 1767225600.',
  pending: 'Give 1 or 0.',
  'balances-only': 'Give 1 or 0.',
  refresh: 'Give 1 or 0.',
  account: 'Name at most 500 accounts.',
}
