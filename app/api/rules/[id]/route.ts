import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { changeRule, removeRule } from '#lib/services/accounts/rules.ts'
import { RuleInput } from '#lib/views/category.ts'

export const PUT = guarded(
  'filing.change',
  answer(async ({ session, params, body }) => changeRule(session.userId, params.id ?? '', await body(RuleInput))),
)

export const DELETE = guarded(
  'filing.change',
  answer(({ session, params }) => removeRule(session.userId, params.id ?? '')),
)
