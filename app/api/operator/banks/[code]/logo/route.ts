import { answerOperator } from '#app/answer.ts'
import { changeBankLogo } from '#lib/services/operator/banks.ts'
import { NewBankLogo } from '#lib/views/operator.ts'

export const PUT = answerOperator('operator.banks', NewBankLogo, ({ who, params, body }) =>
  changeBankLogo(who, params.code ?? '', body.svg),
)
export const DELETE = answerOperator('operator.banks', ({ who, params }) =>
  changeBankLogo(who, params.code ?? '', null),
)
