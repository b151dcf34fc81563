import { z } from 'zod'
import { label, optionalDate, optionalLabel, rowsOfAnswer, WireAmount, WireLinks } from './text.ts'

/** Answer of `GET /accounts/{id}/balances`. */
export const WireBalanceList = z.object({ balances: rowsOfAnswer, _links: WireLinks })

/** Element of `balances` (document 1, Balance). Type and an exact amount are required. */
export const WireBalance = z.object({
  balanceType: label(35),
  name: optionalLabel(70),
  balanceAmount: WireAmount,
  referenceDate: optionalDate,
})
export type WireBalance = z.infer<typeof WireBalance>
