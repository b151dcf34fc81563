import { actOnTransfer, type TransferParams } from '#app/(user)/transfers/[orderId]/act.ts'
import { guarded } from '#app/guarded.ts'
import { startTransfer } from '#lib/services/transfers/send.ts'

/** Sends the same transfer to its bank again, after an attempt that moved no money. */
export const POST = guarded('transfer.again', (request: Request, context: TransferParams) =>
  actOnTransfer(request, context, '', async (orderId, { userId }, presence) => {
    const { redirectTo } = await startTransfer(userId, orderId, presence)
    return redirectTo
  }),
)
