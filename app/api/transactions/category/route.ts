import { answer } from '#app/answer.ts'
import { refileTransaction } from '#lib/services/accounts/categories.ts'
import { RefileInput } from '#lib/views/category.ts'

export const PUT = answer('filing.change', RefileInput, ({ who, body }) => refileTransaction(who, body))
