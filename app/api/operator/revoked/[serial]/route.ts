import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { removeRevoked } from '#lib/services/operator/revoked.ts'

export const DELETE = guarded(
  'operator.revoked',
  answerOperator(({ session, params }) => removeRevoked(session, params.serial ?? '')),
)
