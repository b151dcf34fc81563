import { answer } from '#app/answer.ts'
import { changeRule, removeRule } from '#lib/services/accounts/rules.ts'
import { RuleInput } from '#lib/views/category.ts'

export const PUT = answer('filing.change', RuleInput, ({ who, id, body }) => changeRule(who, id, body))

export const DELETE = answer('filing.change', ({ who, id }) => removeRule(who, id))
