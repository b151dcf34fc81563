import { answer } from '#app/problem.ts'
import { RuleInput } from '#lib/domain/category-view.ts'
import { changeRule, removeRule } from '#lib/services/accounts/rules.ts'

export const PUT = answer(async ({ session, params, body }) =>
  changeRule(session.userId, params.id ?? '', await body(RuleInput)),
)

export const DELETE = answer(({ session, params }) => removeRule(session.userId, params.id ?? ''))
