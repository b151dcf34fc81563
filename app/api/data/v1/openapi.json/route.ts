import { readApiOrigin } from '#lib/services/merchant/api-requests.ts'
import { writeDataOpenapi } from '#lib/views/data-openapi.ts'

/** Public: documents the data API and contains no data. */
export function GET(): Response {
  return Response.json(writeDataOpenapi(readApiOrigin()))
}
