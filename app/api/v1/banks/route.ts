import { keyed } from '#app/api/v1/keyed.ts'
import { writeBank, writePage } from '#app/api/v1/views.ts'
import { listPayBanks } from '#lib/services/payments/public-order.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const GET = keyed(operations.listBanks, async ({ actor: { mode }, query: { search } }) => {
  const banks = await listPayBanks({ isTest: mode === 'test', wantsInstant: 'preferred' }, search)
  return writePage(banks, null, writeBank)
})
