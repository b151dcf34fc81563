import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { RuleInput } from '#lib/domain/category-view.ts'
import { previewRule } from '#lib/services/accounts/rules.ts'

export const POST = guarded(
  'preview',
  answer(async ({ session, body }) => previewRule(session.userId, await body(RuleInput))),
)
