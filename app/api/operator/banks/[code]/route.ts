import { answerOperator } from '#app/answer.ts'
import { changeBank } from '#lib/services/operator/banks.ts'
import { BankEntry } from '#lib/views/operator.ts'

export const PUT = answerOperator('operator.banks', BankEntry, ({ who, part, body }) =>
  changeBank(who, part('code'), body),
)
