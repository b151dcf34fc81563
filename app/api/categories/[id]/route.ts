import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { changeCategory, removeCategory } from '#lib/services/accounts/categories.ts'
import { CategoryInput } from '#lib/views/category.ts'

export const PUT = guarded(
  'filing.change',
  answer(async ({ session, params, body }) =>
    changeCategory(session.userId, params.id ?? '', await body(CategoryInput)),
  ),
)

export const DELETE = guarded(
  'filing.change',
  answer(({ session, params }) => removeCategory(session.userId, params.id ?? '')),
)
