import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { NewCertificates } from '#lib/domain/operator-view.ts'
import { listCertificateSets, stageCertificates } from '#lib/services/operator/operator-certificates.ts'

export const GET = answerOperator(({ session }) => listCertificateSets(session))
export const POST = guarded(
  'operator.certificates',
  answerOperator(async ({ session, body }) => stageCertificates(session, await body(NewCertificates))),
)
