import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { answerOperator } from '#app/answer.ts'
import { removeAgent } from '#lib/services/operator/registrations.ts'

export const DELETE = answerOperator(
  'operator.agents',
  z.strictObject({ typed: typedSingleLine(200) }),
  ({ who, id, body }) => removeAgent(who, id, body.typed),
)
