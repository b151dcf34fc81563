import { readApiOrigin } from '#lib/services/merchant/api-requests.ts'
import { writeOpenapi } from '#lib/views/v1/openapi.ts'

/** For everybody: it says how to ask, and holds nothing of anybody. */
export function GET(): Response {
  return Response.json(writeOpenapi(readApiOrigin()))
}
