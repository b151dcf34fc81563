import { z } from 'zod'
import { CategoryName } from './category.ts'

/** Euros a month, decimal strings. */

export const BudgetInput = z.strictObject({
  category: CategoryName,
  /** Null removes. */
  amount: z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,2})?$/)
    .nullable(),
})
export type BudgetInput = z.infer<typeof BudgetInput>

export const BudgetView = z.object({
  category: z.string(),
  amount: z.string(),
  spent: z.string(),
  /** Negative: over. */
  left: z.string(),
  /** 100 at most. */
  percent: z.number().int(),
})
export type BudgetView = z.infer<typeof BudgetView>
