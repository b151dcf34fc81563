import { answer } from '#app/problem.ts'
import { readAccount } from '#lib/services/accounts/read.ts'

export const GET = answer(({ session, params }) => readAccount(session.userId, params.id ?? ''))
