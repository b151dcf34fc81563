import { answerOperator } from '#app/answer.ts'
import { changeAppSuspension } from '#lib/services/operator/apps.ts'
import { SuspensionInput } from '#lib/views/operator-merchant.ts'

export const PUT = answerOperator('operator.apps', SuspensionInput, ({ who, id, body }) =>
  changeAppSuspension(who, id, body),
)
