import { answer } from '#app/answer.ts'
import { withdrawTransfer } from '#lib/services/transfers/send.ts'

/** Withdraws a transfer that nobody has authorised. */
export const POST = answer('transfer.withdraw', '/transfers/[orderId]', async ({ who, part, page }) => {
  await withdrawTransfer(who, part('orderId'))
  return page
})
