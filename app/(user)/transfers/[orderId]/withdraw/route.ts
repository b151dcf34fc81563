import { actOnTransfer, type TransferParams } from '#app/(user)/transfers/[orderId]/act.ts'
import { withdrawTransfer } from '#lib/services/transfers/transfers.ts'

/** Takes back a transfer that nobody agreed to. */
export const POST = (request: Request, context: TransferParams) =>
  actOnTransfer(request, context, '', async (orderId, { userId }) => {
    await withdrawTransfer(userId, orderId)
    return `/transfers/${orderId}`
  })
