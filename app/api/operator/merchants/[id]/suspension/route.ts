import { answerOperator } from '#app/answer.ts'
import { changeSuspension } from '#lib/services/operator/merchant-decisions.ts'
import { SuspensionInput } from '#lib/views/operator-merchant.ts'

export const PUT = answerOperator('operator.suspension', SuspensionInput, ({ who, id, body }) =>
  changeSuspension(who, id, body),
)
