import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { rollCertificates } from '#lib/services/operator/certificate-sets.ts'

export const POST = guarded(
  'operator.certificates',
  answerOperator(({ session, params }) => rollCertificates(session, params.id ?? '')),
)
