import { answer } from '#app/answer.ts'
import { sendTransfer } from '#lib/services/transfers/send.ts'

/** The button of the summary: redirects to the bank. Pressed twice, it makes one order and redirects to the same screen. */
export const POST = answer(
  'transfer.send',
  '/transfers/new/[draftId]',
  async ({ who, part, presence }) => (await sendTransfer(who, part('draftId'), who, presence())).redirectTo,
)
