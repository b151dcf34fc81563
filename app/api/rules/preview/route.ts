import { answer } from '#app/answer.ts'
import { previewRule } from '#lib/services/accounts/rules.ts'
import { RuleInput } from '#lib/views/category.ts'

export const POST = answer('preview', RuleInput, ({ who, body }) => previewRule(who, body))
