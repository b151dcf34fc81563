import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { listBudgets, setBudget } from '#lib/services/accounts/budgets.ts'
import { BudgetInput } from '#lib/views/budget.ts'

export const GET = answer(async ({ session }) => ({ budgets: await listBudgets(session.userId) }))

export const PUT = guarded(
  'filing.change',
  answer(async ({ session, body }) => setBudget(session.userId, await body(BudgetInput))),
)
