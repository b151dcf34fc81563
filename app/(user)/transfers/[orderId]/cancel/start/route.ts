import { actOnTransfer, type TransferParams } from '#app/(user)/transfers/[orderId]/act.ts'
import { guarded } from '#app/guarded.ts'
import { Refused } from '#lib/domain/refused.ts'
import { CancellationInput } from '#lib/domain/transfer-view.ts'
import { cancelTransfer } from '#lib/services/transfers/transfers-cancel.ts'

/** Off to the bank to agree to a cancellation. Fields reason, what (whole or some), instruction (any number). */
export const POST = guarded(
  'transfer.cancel',
  async (request: Request, context: TransferParams): Promise<Response> => {
    const form = await request
      .clone()
      .formData()
      .catch(() => new FormData())
    return actOnTransfer(request, context, '/cancel', (orderId, signed, presence) => {
      const instructionIds = form.get('what') === 'some' ? form.getAll('instruction').map(String) : []
      if (form.get('what') === 'some' && instructionIds.length === 0) {
        throw new Refused('invalid_input', { field: 'instruction' })
      }
      const wish = CancellationInput.safeParse({ reason: form.get('reason'), instructionIds })
      if (!wish.success) throw new Refused('invalid_input', { field: 'reason' })
      return cancelTransfer(signed.userId, orderId, wish.data, { signed, presence })
    })
  },
  '/transfers/[orderId]/cancel',
)
