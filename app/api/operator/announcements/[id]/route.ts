import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { endAnnouncement } from '#lib/services/operator/status.ts'

export const DELETE = guarded(
  'operator.announcement',
  answerOperator(({ session, params }) => endAnnouncement(session, params.id ?? '')),
)
