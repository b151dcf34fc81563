import { actOnTransfer, type TransferParams } from '#app/(user)/transfers/[orderId]/act.ts'
import { guarded } from '#app/guarded.ts'
import { withdrawTransfer } from '#lib/services/transfers/send.ts'

/** Withdraws a transfer that nobody has authorised. */
export const POST = guarded('transfer.withdraw', (request: Request, context: TransferParams) =>
  actOnTransfer(request, context, '', async (orderId, { userId }) => {
    await withdrawTransfer(userId, orderId)
    return `/transfers/${orderId}`
  }),
)
