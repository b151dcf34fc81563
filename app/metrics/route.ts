import { answerAnyone } from '#app/answer.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { readPeer } from '#lib/domain/requests/peer.ts'
import { mayReadMetrics, readMetrics } from '#lib/services/operator/metrics.ts'

/** Metrics for Prometheus: for this machine directly (not through a proxy on it), or with METRICS_TOKEN. Not found for everybody else. */
export const GET = answerAnyone(async ({ request }) => {
  const { headers } = request
  const peer = readPeer(headers.get('x-guichet-peer'))
  if (!mayReadMetrics(peer, headers.get('authorization'))) throw new Refused('not_found')
  const { text, contentType } = await readMetrics()
  return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'private, no-store' } })
})
