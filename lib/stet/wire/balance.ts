import { z } from 'zod'
import { OptionalText, WireAmount, WireLinks } from './text.ts'

/** Answer of `GET /accounts/{id}/balances`. */
export const WireBalanceList = z.object({ balances: z.array(z.unknown()).nullish(), _links: WireLinks })

/** Element of `balances` (document 1, Balance). */
export const WireBalance = z.object({
  balanceType: z.string().min(1),
  name: OptionalText,
  balanceAmount: WireAmount,
  referenceDate: OptionalText,
})
export type WireBalance = z.infer<typeof WireBalance>
