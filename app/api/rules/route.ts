import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { addRule, listRules } from '#lib/services/accounts/rules.ts'
import { RuleInput } from '#lib/views/category.ts'

export const GET = answer(({ session }) => listRules(session.userId))

export const POST = guarded(
  'filing.change',
  answer(async ({ session, body }) => addRule(session.userId, await body(RuleInput))),
)
