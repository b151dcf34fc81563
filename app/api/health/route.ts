import { answerAnyone } from '#app/problem.ts'
import { checkHealth } from '#lib/services/health.ts'

/** For whoever watches over the process: 200 when it can work, 503 when its database does not answer. */
export const GET = answerAnyone(async () => {
  const health = await checkHealth()
  return Response.json(health, {
    status: health.database ? 200 : 503,
    headers: { 'cache-control': 'private, no-store' },
  })
})
