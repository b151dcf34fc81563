import { answer } from '#app/answer.ts'
import { startTransfer } from '#lib/services/transfers/send.ts'

/** Sends the same transfer to its bank again, after an attempt that moved no money. */
export const POST = answer(
  'transfer.again',
  '/transfers/[orderId]',
  async ({ who, part, presence }) => (await startTransfer(who, part('orderId'), presence())).redirectTo,
)
