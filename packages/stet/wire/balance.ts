import { z } from 'zod'
import { label, noError, optionalDate, optionalLabel, rowsOfAnswer, WireAmount, WireLinks } from './text.ts'

/** `GET /accounts/{id}/balances`. */
export const WireBalanceList = z
  .object({ balances: rowsOfAnswer, _links: WireLinks, ...noError })
  .default({ balances: [], _links: new Map() })

/** Document 1, Balance. Type and exact amount are required. */
export const WireBalance = z.object({
  balanceType: label(35),
  name: optionalLabel(70),
  balanceAmount: WireAmount,
  referenceDate: optionalDate,
})
export type WireBalance = z.infer<typeof WireBalance>
