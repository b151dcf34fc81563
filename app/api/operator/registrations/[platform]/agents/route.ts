import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { addAgent } from '#lib/services/operator/registrations.ts'
import { NewAgent } from '#lib/views/operator.ts'

export const POST = guarded(
  'operator.agents',
  answerOperator(async ({ session, params, body }) => addAgent(session, params.platform ?? '', await body(NewAgent))),
)
