import { answerAnyone } from '#app/answer.ts'
import { checkReadiness } from '#lib/services/operator/health.ts'

/** Whether this process should get requests: 200, or 503 naming what is missing. */
export const GET = answerAnyone(async () => {
  const readiness = await checkReadiness()
  const headers = { 'cache-control': 'private, no-store', ...(readiness.ready ? {} : { 'retry-after': '5' }) }
  return Response.json(readiness, { status: readiness.ready ? 200 : 503, headers })
})
