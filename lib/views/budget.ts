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
  /** What is left goes to the next month. */
  carries: z.boolean().optional(),
  /** With the household; nothing carries over then. */
  shared: z.boolean().optional(),
})
export type BudgetInput = z.infer<typeof BudgetInput>

export type BudgetView = {
  category: string
  amount: string
  spent: string
  carries: boolean
  /** Left from the months before, on top of the amount. */
  carried: string
  /** Both. */
  available: string
  /** Negative: over. */
  left: string
  /** On each day until the end of the month. */
  perDay: string
  /** 100 at most. */
  percent: number
  /** With the household; `by`: another member, who alone changes it. Of these accounts. */
  shared: { by: string | null; accounts: readonly string[] } | null
}
