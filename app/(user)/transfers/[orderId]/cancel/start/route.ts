import { answer } from '#app/answer.ts'
import { readAs } from '#app/read-request.ts'
import { Refused } from '#lib/domain/refusals/refused.ts'
import { cancelTransfer } from '#lib/services/transfers/cancel.ts'
import { CancellationInput } from '#lib/views/transfer.ts'

/** Redirects to the bank to authorise a cancellation. Fields reason, what (whole or some), instruction (any number). */
export const POST = answer(
  'transfer.cancel',
  '/transfers/[orderId]/cancel',
  async ({ who, part, field, fields, presence }) => {
    const isSome = field('what') === 'some'
    const instructionIds = isSome ? fields('instruction') : []
    if (isSome && instructionIds.length === 0) throw new Refused('invalid_input', { field: 'instruction' })
    const wish = readAs(CancellationInput, { reason: field('reason'), instructionIds }, 'reason')
    return cancelTransfer(who, part('orderId'), wish, { signed: who, presence: presence() })
  },
)
