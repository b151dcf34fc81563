import { readApiOrigin } from '#lib/services/merchant/api-requests.ts'
import { writeLlms } from '#lib/views/v1/llms.ts'

/** Public: the API for language models, as an index (llmstxt.org). */
export function GET(): Response {
  return new Response(writeLlms(readApiOrigin()), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
