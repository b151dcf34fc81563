import { answer } from '#app/answer.ts'
import { changeCategory, removeCategory } from '#lib/services/accounts/categories.ts'
import { CategoryInput } from '#lib/views/category.ts'

export const PUT = answer('filing.change', CategoryInput, ({ who, id, body }) => changeCategory(who, id, body))

export const DELETE = answer('filing.change', ({ who, id }) => removeCategory(who, id))
