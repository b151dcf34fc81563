import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { addCategory, listCategories } from '#lib/services/accounts/categories.ts'
import { CategoryInput } from '#lib/views/category.ts'

export const GET = answer(({ session }) => listCategories(session.userId))

export const POST = guarded(
  'filing.change',
  answer(async ({ session, body }) => addCategory(session.userId, await body(CategoryInput))),
)
