import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { orderRules } from '#lib/services/accounts/rules.ts'
import { RuleOrder } from '#lib/views/category.ts'

export const PUT = guarded(
  'filing.change',
  answer(async ({ session, body }) => orderRules(session.userId, (await body(RuleOrder)).ids)),
)
