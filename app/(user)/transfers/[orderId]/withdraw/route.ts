import { actOnTransfer, type TransferParams } from '#app/(user)/transfers/[orderId]/act.ts'
import { guarded } from '#app/guarded.ts'
import { withdrawTransfer } from '#lib/services/transfers/send.ts'

/** Takes back a transfer that nobody agreed to. */
export const POST = guarded('transfer.withdraw', (request: Request, context: TransferParams) =>
  actOnTransfer(request, context, '', async (orderId, { userId }) => {
    await withdrawTransfer(userId, orderId)
    return `/transfers/${orderId}`
  }),
)
