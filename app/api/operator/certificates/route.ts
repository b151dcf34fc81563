import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { listCertificateSets, stageCertificates } from '#lib/services/operator/certificate-sets.ts'
import { NewCertificates } from '#lib/views/operator.ts'

export const GET = answerOperator(({ session }) => listCertificateSets(session))
export const POST = guarded(
  'operator.certificates',
  answerOperator(async ({ session, body }) => stageCertificates(session, await body(NewCertificates))),
)
