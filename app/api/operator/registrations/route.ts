import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { listRegistrations } from '#lib/services/operator/registrations.ts'

export const GET = answerOperator(({ session }) => listRegistrations(session))
