import { readApiOrigin, readWebhookSenders } from '#lib/services/merchant/api-requests.ts'
import { writeLlmsFull } from '#lib/views/v1/llms.ts'

/** Public: the API for language models, in one file. */
export function GET(): Response {
  return new Response(writeLlmsFull(readApiOrigin(), readWebhookSenders()), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
