import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { NewRevokedCertificate } from '#lib/domain/operator-view.ts'
import { addRevoked } from '#lib/services/operator/operator-revoked.ts'

export const POST = guarded(
  'operator.revoked',
  answerOperator(async ({ session, body }) => addRevoked(session, await body(NewRevokedCertificate))),
)
