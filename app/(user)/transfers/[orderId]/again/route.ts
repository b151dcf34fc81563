import { actOnTransfer, type TransferParams } from '#app/(user)/transfers/[orderId]/act.ts'
import { guarded } from '#app/guarded.ts'
import { startTransfer } from '#lib/services/transfers/send.ts'

/** The same transfer once more to its bank, after a try that moved nothing. */
export const POST = guarded('transfer.again', (request: Request, context: TransferParams) =>
  actOnTransfer(request, context, '', async (orderId, { userId }, presence) => {
    const { redirectTo } = await startTransfer(userId, orderId, presence)
    return redirectTo
  }),
)
