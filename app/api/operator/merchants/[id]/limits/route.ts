import { answerOperator } from '#app/answer.ts'
import { changeLimits } from '#lib/services/operator/merchants.ts'
import { LimitsInput } from '#lib/views/operator-merchant.ts'

export const PUT = answerOperator('operator.limits', LimitsInput, ({ who, id, body }) => changeLimits(who, id, body))
