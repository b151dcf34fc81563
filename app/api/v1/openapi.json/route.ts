import { writeOpenapi } from '#lib/domain/v1-openapi.ts'
import { readApiOrigin } from '#lib/services/merchant/api-requests.ts'

/** For everybody: it says how to ask, and holds nothing of anybody. */
export function GET(): Response {
  return Response.json(writeOpenapi(readApiOrigin()))
}
