import { answer } from '#app/answer.ts'
import { listBanks } from '#lib/services/banks/directory.ts'

export const GET = answer(({ query }) => listBanks(query.get('q') ?? undefined))
