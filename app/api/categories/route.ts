import { answer } from '#app/answer.ts'
import { addCategory, listCategories } from '#lib/services/accounts/categories.ts'
import { CategoryInput } from '#lib/views/category.ts'

export const GET = answer(({ who }) => listCategories(who))

export const POST = answer('filing.change', CategoryInput, ({ who, body }) => addCategory(who, body))
