import { answer } from '#app/problem.ts'
import { readHome } from '#lib/services/accounts/accounts.ts'

export const GET = answer(({ session }) => readHome(session.userId))
