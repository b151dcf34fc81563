import { answerOperator } from '#app/answer.ts'
import { addBank } from '#lib/services/operator/banks.ts'
import { NewBankEntry } from '#lib/views/operator.ts'

export const POST = answerOperator('operator.banks', NewBankEntry, ({ who, body }) => addBank(who, body))
