import { answerOperator } from '#app/answer.ts'
import { changeAppSuspension } from '#lib/services/operator/apps.ts'
import { AppSuspensionInput } from '#lib/views/operator-app.ts'

export const PUT = answerOperator('operator.apps', AppSuspensionInput, ({ who, id, body }) =>
  changeAppSuspension(who, id, body),
)
