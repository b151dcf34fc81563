import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { addRevoked } from '#lib/services/operator/revoked.ts'
import { NewRevokedCertificate } from '#lib/views/operator.ts'

export const POST = guarded(
  'operator.revoked',
  answerOperator(async ({ session, body }) => addRevoked(session, await body(NewRevokedCertificate))),
)
