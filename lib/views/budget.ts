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

export type BudgetView = {
  category: string
  amount: string
  spent: string
  /** Negative: over. */
  left: string
  /** 100 at most. */
  percent: number
}
