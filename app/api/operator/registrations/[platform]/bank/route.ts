import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { readAtBank } from '#lib/services/operator/registrations.ts'

export const GET = answerOperator(({ session, params }) => readAtBank(session, params.platform ?? '', null))
