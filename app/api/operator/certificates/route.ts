import { answerOperator } from '#app/answer.ts'
import { stageCertificates } from '#lib/services/operator/certificate-sets.ts'
import { NewCertificates } from '#lib/views/operator.ts'

export const POST = answerOperator('operator.certificates', NewCertificates, ({ who, body }) =>
  stageCertificates(who, body),
)
