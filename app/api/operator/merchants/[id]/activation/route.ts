import { answerOperator } from '#app/answer.ts'
import { decideActivation } from '#lib/services/operator/merchant-decisions.ts'
import { ActivationDecision } from '#lib/views/operator-merchant.ts'

export const POST = answerOperator('operator.activation', ActivationDecision, ({ who, id, body }) =>
  decideActivation(who, id, body),
)
