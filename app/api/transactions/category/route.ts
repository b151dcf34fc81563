import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { refileTransaction } from '#lib/services/accounts/categories.ts'
import { RefileInput } from '#lib/views/category.ts'

export const PUT = guarded(
  'filing.change',
  answer(async ({ session, body }) => refileTransaction(session.userId, await body(RefileInput))),
)
