import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { previewRule } from '#lib/services/accounts/rules.ts'
import { RuleInput } from '#lib/views/category.ts'

export const POST = guarded(
  'preview',
  answer(async ({ session, body }) => previewRule(session.userId, await body(RuleInput))),
)
