import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { RegistrationChange } from '#lib/domain/operator-view.ts'
import { planChange } from '#lib/services/operator/operator-registrations.ts'

export const POST = answerOperator(async ({ session, params, body }) =>
  planChange(session, params.platform ?? '', await body(RegistrationChange)),
)
