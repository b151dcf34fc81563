import { answerOperator } from '#app/answer.ts'
import { rollCertificates } from '#lib/services/operator/certificate-sets.ts'

export const POST = answerOperator('operator.certificates', ({ who, id }) => rollCertificates(who, id))
