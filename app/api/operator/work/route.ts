import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { readQueue, readQuotas } from '#lib/services/operator/calls-report.ts'

export const GET = answerOperator(async ({ session }) => ({
  queue: await readQueue(session),
  quotas: await readQuotas(session),
}))
