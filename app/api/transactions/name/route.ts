import { answer } from '#app/answer.ts'
import { nameCounterparty } from '#lib/services/accounts/own-names.ts'
import { NameInput } from '#lib/views/category.ts'

export const PUT = answer('filing.change', NameInput, ({ who, body }) => nameCounterparty(who, body))
