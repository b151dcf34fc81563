import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { announce } from '#lib/services/operator/status.ts'
import { NewAnnouncement } from '#lib/views/status.ts'

export const POST = guarded(
  'operator.announcement',
  answerOperator(async ({ session, body }) => announce(session, await body(NewAnnouncement))),
)
