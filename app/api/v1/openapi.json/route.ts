import { readApiOrigin } from '#lib/services/merchant/api-requests.ts'
import { writeOpenapi } from '#lib/views/v1/openapi.ts'

/** Public: documents the API and contains no data. */
export function GET(): Response {
  return Response.json(writeOpenapi(readApiOrigin()))
}
