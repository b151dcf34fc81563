import { answerOperator } from '#app/answer.ts'
import { addRevoked } from '#lib/services/operator/revoked.ts'
import { NewRevokedCertificate } from '#lib/views/operator.ts'

export const POST = answerOperator('operator.revoked', NewRevokedCertificate, ({ who, body }) => addRevoked(who, body))
