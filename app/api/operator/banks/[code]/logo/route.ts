import { answerOperator } from '#app/answer.ts'
import { changeBankLogo } from '#lib/services/operator/banks.ts'
import { NewBankLogo } from '#lib/views/operator.ts'

export const PUT = answerOperator('operator.banks', NewBankLogo, ({ who, part, body }) =>
  changeBankLogo(who, part('code'), body.svg),
)
export const DELETE = answerOperator('operator.banks', ({ who, part }) => changeBankLogo(who, part('code'), null))
