import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { NewAgent } from '#lib/domain/operator-view.ts'
import { addAgent } from '#lib/services/operator/operator-registrations.ts'

export const POST = guarded(
  'operator.agents',
  answerOperator(async ({ session, params, body }) => addAgent(session, params.platform ?? '', await body(NewAgent))),
)
