import { answerOperator } from '#app/answer.ts'
import { discardCertificates } from '#lib/services/operator/certificate-sets.ts'

export const DELETE = answerOperator('operator.certificates', ({ who, id }) => discardCertificates(who, id))
