import { answerOperator } from '#app/answer.ts'
import { changeLimits, declineLimits } from '#lib/services/operator/merchant-decisions.ts'
import { LimitsAnswer, LimitsInput } from '#lib/views/operator-merchant.ts'

export const PUT = answerOperator('operator.limits', LimitsInput, ({ who, id, body }) => changeLimits(who, id, body))
/** What the merchant asks for is not granted. */
export const POST = answerOperator('operator.limits', LimitsAnswer, ({ who, id, body }) => declineLimits(who, id, body))
