import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { removeAgent } from '#lib/services/operator/registrations.ts'

export const DELETE = guarded(
  'operator.agents',
  answerOperator(async ({ session, params, body }) =>
    removeAgent(session, params.id ?? '', (await body(z.strictObject({ typed: typedSingleLine(200) }))).typed),
  ),
)
