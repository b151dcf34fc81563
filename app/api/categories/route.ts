import { answer } from '#app/answer.ts'
import { addCategory } from '#lib/services/accounts/categories.ts'
import { CategoryInput } from '#lib/views/category.ts'

export const POST = answer('filing.change', CategoryInput, ({ who, body }) => addCategory(who, body))
