import { z } from 'zod'
import { CategoryName } from './category.ts'

/** Budgets as pages and routes see them: euros a month, amounts as decimal strings. */

export const BudgetInput = z.strictObject({
  category: CategoryName,
  /** Null removes the budget. */
  amount: z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,2})?$/)
    .nullable(),
})
export type BudgetInput = z.infer<typeof BudgetInput>

export const BudgetView = z.object({
  category: z.string(),
  amount: z.string(),
  /** In the running month. */
  spent: z.string(),
  /** Negative if over budget. */
  left: z.string(),
  /** Whole percents of the budget that are spent, 100 at most. */
  percent: z.number().int(),
})
export type BudgetView = z.infer<typeof BudgetView>
