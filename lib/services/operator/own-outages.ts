import { z } from 'zod'
import { findOutages, type Outage } from '#lib/domain/bank/outages.ts'

/** What Prometheus saw of our site from outside (examples/production/prometheus): the database knows nothing of times without us. */

const Samples = z.object({
  data: z.object({ result: z.array(z.object({ values: z.array(z.tuple([z.number(), z.string()])) })) }),
})

/** Prometheus refuses more points. */
const mostPoints = 11_000
const timeoutMs = 30_000

/** Null: it has no probe of that time. A failed probe is an outage until the next good one. Throws without an answer. */
export async function readOwnOutages(prometheus: string, from: Date, to: Date): Promise<readonly Outage[] | null> {
  const [start, end] = [from.getTime() / 1_000, to.getTime() / 1_000]
  const url = new URL('/api/v1/query_range', prometheus)
  const step = Math.max(15, Math.ceil((end - start) / mostPoints))
  const query = `min(min_over_time(probe_success{job="site"}[${step}s]))`
  for (const [name, value] of Object.entries({ query, start, end, step })) url.searchParams.set(name, String(value))
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(cause => {
    throw new Error(`${prometheus} does not answer`, { cause })
  })
  if (!answer.ok) throw new Error(`${prometheus} answered ${answer.status}`)
  const [samples] = Samples.parse(await answer.json()).data.result
  if (samples === undefined) return null
  return findOutages(
    samples.values.map(([at, value]) => ({ at: new Date(at * 1_000), failed: value === '0' })),
    1,
  )
}
