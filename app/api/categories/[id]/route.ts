import { answer } from '#app/problem.ts'
import { CategoryInput } from '#lib/domain/category-view.ts'
import { changeCategory, removeCategory } from '#lib/services/accounts/categories.ts'

export const PUT = answer(async ({ session, params, body }) =>
  changeCategory(session.userId, params.id ?? '', await body(CategoryInput)),
)

export const DELETE = answer(({ session, params }) => removeCategory(session.userId, params.id ?? ''))
