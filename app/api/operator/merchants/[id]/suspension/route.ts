import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { changeSuspension } from '#lib/services/operator/merchants.ts'
import { SuspensionInput } from '#lib/views/operator-merchant.ts'

export const PUT = guarded(
  'operator.suspension',
  answerOperator(async ({ session, params, body }) =>
    changeSuspension(session, params.id ?? '', await body(SuspensionInput)),
  ),
)
