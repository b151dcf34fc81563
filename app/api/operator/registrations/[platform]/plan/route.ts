import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { planChange } from '#lib/services/operator/registrations.ts'
import { RegistrationChange } from '#lib/views/operator.ts'

export const POST = guarded(
  'preview',
  answerOperator(async ({ session, params, body }) =>
    planChange(session, params.platform ?? '', await body(RegistrationChange)),
  ),
)
