import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { addBank } from '#lib/services/operator/banks.ts'
import { NewBankEntry } from '#lib/views/operator.ts'

export const POST = guarded(
  'operator.banks',
  answerOperator(async ({ session, body }) => addBank(session, await body(NewBankEntry))),
)
