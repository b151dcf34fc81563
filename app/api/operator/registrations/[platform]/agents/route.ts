import { answerOperator } from '#app/answer.ts'
import { addAgent } from '#lib/services/operator/registrations.ts'
import { NewAgent } from '#lib/views/operator.ts'

export const POST = answerOperator('operator.agents', NewAgent, ({ who, part, body }) =>
  addAgent(who, part('platform'), body),
)
