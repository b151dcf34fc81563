import { typedLine } from '@guichet/values/text/person.ts'
import { z } from 'zod'
import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { removeAgent } from '#lib/services/operator/registrations.ts'

export const DELETE = guarded(
  'operator.agents',
  answerOperator(async ({ session, params, body }) =>
    removeAgent(session, params.id ?? '', (await body(z.strictObject({ typed: typedLine(200) }))).typed),
  ),
)
