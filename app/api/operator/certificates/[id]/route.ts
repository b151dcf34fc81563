import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { discardCertificates } from '#lib/services/operator/operator-certificates.ts'

export const DELETE = answerOperator(({ session, params }) => discardCertificates(session, params.id ?? ''))
