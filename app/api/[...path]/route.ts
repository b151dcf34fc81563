import { errorAnswer } from '#app/api/v1/error-answer.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { requestIdOf } from '#lib/services/merchant/api-requests.ts'

/** Any other path below /api. Requests that would change something are refused by the server before. */
export function GET(request: Request): Response {
  const { status, body } = errorAnswer(new Refused('not_found'))
  const requestId = requestIdOf(request.headers.get('x-request-id'))
  return Response.json(
    { ...body, request_id: requestId },
    {
      status,
      headers: {
        'content-type': 'application/problem+json',
        'cache-control': 'private, no-store',
        'x-request-id': requestId,
      },
    },
  )
}
