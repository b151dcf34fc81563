import { readForm } from '#app/(auth)/forms.ts'
import { actOnTransfer, type TransferParams } from '#app/(user)/transfers/[orderId]/act.ts'
import { guarded } from '#app/guarded.ts'
import { readAs } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { cancelTransfer } from '#lib/services/transfers/cancel.ts'
import { CancellationInput } from '#lib/views/transfer.ts'

/** Redirects to the bank to authorise a cancellation. Fields reason, what (whole or some), instruction (any number). */
export const POST = guarded(
  'transfer.cancel',
  async (request: Request, context: TransferParams): Promise<Response> => {
    const form = await readForm(request)
    return actOnTransfer(request, context, '/cancel', (orderId, signed, presence) => {
      if (!form) throw new Refused('invalid_input', { field: 'reason' })
      const isSome = form.field('what') === 'some'
      const instructionIds = isSome ? form.fields('instruction') : []
      if (isSome && instructionIds.length === 0) {
        throw new Refused('invalid_input', { field: 'instruction' })
      }
      const wish = readAs(CancellationInput, { reason: form.field('reason'), instructionIds }, 'reason')
      return cancelTransfer(signed.userId, orderId, wish, { signed, presence })
    })
  },
  '/transfers/[orderId]/cancel',
)
