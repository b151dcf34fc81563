import { answer } from '#app/answer.ts'
import { addRule } from '#lib/services/accounts/rules.ts'
import { RuleInput } from '#lib/views/category.ts'

export const POST = answer('filing.change', RuleInput, ({ who, body }) => addRule(who, body))
