import { answerAnyone } from '#app/problem.ts'
import { Refused } from '#lib/domain/refused.ts'
import { mayReadMetrics, readMetrics } from '#lib/services/operator/metrics.ts'

/** Metrics for Prometheus: for this machine, or with the token of METRICS_TOKEN. For everybody else there is nothing. */
export const GET = answerAnyone(async ({ request }) => {
  const { headers } = request
  if (!mayReadMetrics(headers.get('x-guichet-peer') ?? '', headers.get('authorization'))) throw new Refused('not_found')
  const { text, contentType } = await readMetrics()
  return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'private, no-store' } })
})
