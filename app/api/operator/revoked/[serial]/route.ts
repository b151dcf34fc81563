import { answerOperator } from '#app/answer.ts'
import { removeRevoked } from '#lib/services/operator/revoked.ts'

export const DELETE = answerOperator('operator.revoked', ({ who, part }) => removeRevoked(who, part('serial')))
