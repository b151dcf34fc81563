import { answer } from '#app/answer.ts'
import { listBankCalls } from '#lib/services/connections/read.ts'

export const GET = answer(({ who, id, query }) => listBankCalls(who, id, query.get('cursor') ?? undefined))
