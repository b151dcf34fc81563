import { answerOperator } from '#app/answer.ts'
import { announce } from '#lib/services/operator/status.ts'
import { NewAnnouncement } from '#lib/views/status.ts'

export const POST = answerOperator('operator.announcement', NewAnnouncement, ({ who, body }) => announce(who, body))
