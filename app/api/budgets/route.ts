import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { setBudget } from '#lib/services/accounts/budgets.ts'
import { BudgetInput } from '#lib/views/budget.ts'

export const PUT = guarded(
  'filing.change',
  answer(async ({ session, body }) => setBudget(session.userId, await body(BudgetInput))),
)
