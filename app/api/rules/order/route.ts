import { answer } from '#app/answer.ts'
import { orderRules } from '#lib/services/accounts/rules.ts'
import { RuleOrder } from '#lib/views/category.ts'

export const PUT = answer('filing.change', RuleOrder, ({ who, body }) => orderRules(who, body.ids))
