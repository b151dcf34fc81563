import { answerOperator } from '#app/answer.ts'
import { planChange } from '#lib/services/operator/registrations.ts'
import { RegistrationChange } from '#lib/views/operator.ts'

export const POST = answerOperator('preview', RegistrationChange, ({ who, part, body }) =>
  planChange(who, part('platform'), body),
)
