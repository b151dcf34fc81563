import { answer } from '#app/answer.ts'
import { readTransferProgress } from '#lib/services/transfers/read.ts'

export const GET = answer(({ who, id }) => readTransferProgress(who, id))
