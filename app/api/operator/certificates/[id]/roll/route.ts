import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { rollCertificates } from '#lib/services/operator/operator-certificates.ts'

export const POST = answerOperator(({ session, params }) => rollCertificates(session, params.id ?? ''))
