import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { decideActivation } from '#lib/services/operator/merchants.ts'
import { ActivationDecision } from '#lib/views/operator-merchant.ts'

export const POST = guarded(
  'operator.activation',
  answerOperator(async ({ session, params, body }) =>
    decideActivation(session, params.id ?? '', await body(ActivationDecision)),
  ),
)
