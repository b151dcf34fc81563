import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { changeLimits } from '#lib/services/operator/merchants.ts'
import { LimitsInput } from '#lib/views/operator-merchant.ts'

export const PUT = guarded(
  'operator.limits',
  answerOperator(async ({ session, params, body }) => changeLimits(session, params.id ?? '', await body(LimitsInput))),
)
