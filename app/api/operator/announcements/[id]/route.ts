import { answerOperator } from '#app/answer.ts'
import { endAnnouncement } from '#lib/services/operator/status.ts'

export const DELETE = answerOperator('operator.announcement', ({ who, id }) => endAnnouncement(who, id))
