import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { BankEntry } from '#lib/domain/operator-view.ts'
import { changeBank, readBankEntry } from '#lib/services/operator/operator-banks.ts'

export const GET = answerOperator(({ session, params }) => readBankEntry(session, params.code ?? ''))
export const PUT = guarded(
  'operator.banks',
  answerOperator(async ({ session, params, body }) => changeBank(session, params.code ?? '', await body(BankEntry))),
)
