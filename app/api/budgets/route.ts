import { answer } from '#app/answer.ts'
import { copyLastMonth, setBudget } from '#lib/services/accounts/budgets.ts'
import { BudgetInput } from '#lib/views/budget.ts'

export const PUT = answer('filing.change', BudgetInput, ({ who, body }) => setBudget(who, body))

export const POST = answer('filing.change', ({ who }) => copyLastMonth(who))
