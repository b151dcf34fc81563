import { answerOperator } from '#app/answer.ts'
import { listCertificateSets, stageCertificates } from '#lib/services/operator/certificate-sets.ts'
import { NewCertificates } from '#lib/views/operator.ts'

export const GET = answerOperator(({ who }) => listCertificateSets(who))
export const POST = answerOperator('operator.certificates', NewCertificates, ({ who, body }) =>
  stageCertificates(who, body),
)
