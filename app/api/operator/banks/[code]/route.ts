import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { changeBank, readBankEntry } from '#lib/services/operator/banks.ts'
import { BankEntry } from '#lib/views/operator.ts'

export const GET = answerOperator(({ session, params }) => readBankEntry(session, params.code ?? ''))
export const PUT = guarded(
  'operator.banks',
  answerOperator(async ({ session, params, body }) => changeBank(session, params.code ?? '', await body(BankEntry))),
)
