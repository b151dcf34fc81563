import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { NewAgent } from '#lib/domain/operator-view.ts'
import { addAgent } from '#lib/services/operator/operator-registrations.ts'

export const POST = answerOperator(async ({ session, params, body }) =>
  addAgent(session, params.platform ?? '', await body(NewAgent)),
)
