import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { changeBankLogo } from '#lib/services/operator/banks.ts'
import { NewBankLogo } from '#lib/views/operator.ts'

export const PUT = guarded(
  'operator.banks',
  answerOperator(async ({ session, params, body }) =>
    changeBankLogo(session, params.code ?? '', (await body(NewBankLogo)).svg),
  ),
)
export const DELETE = guarded(
  'operator.banks',
  answerOperator(({ session, params }) => changeBankLogo(session, params.code ?? '', null)),
)
