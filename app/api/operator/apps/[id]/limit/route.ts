import { answerOperator } from '#app/answer.ts'
import { changeAppLimit } from '#lib/services/operator/apps.ts'
import { AppLimitInput } from '#lib/views/operator-app.ts'

export const PUT = answerOperator('operator.apps', AppLimitInput, ({ who, id, body }) => changeAppLimit(who, id, body))
