import { answer } from '#app/problem.ts'
import { readAccount } from '#lib/services/accounts/accounts.ts'

export const GET = answer(({ session, params }) => readAccount(session.userId, params.id ?? ''))
