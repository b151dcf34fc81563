import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { RefileInput } from '#lib/domain/category-view.ts'
import { refileTransaction } from '#lib/services/accounts/categories.ts'

export const PUT = guarded(
  'filing.change',
  answer(async ({ session, body }) => refileTransaction(session.userId, await body(RefileInput))),
)
