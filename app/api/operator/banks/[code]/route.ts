import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { changeBank } from '#lib/services/operator/banks.ts'
import { BankEntry } from '#lib/views/operator.ts'

export const PUT = guarded(
  'operator.banks',
  answerOperator(async ({ session, params, body }) => changeBank(session, params.code ?? '', await body(BankEntry))),
)
