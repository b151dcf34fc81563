import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { discardCertificates } from '#lib/services/operator/certificate-sets.ts'

export const DELETE = guarded(
  'operator.certificates',
  answerOperator(({ session, params }) => discardCertificates(session, params.id ?? '')),
)
