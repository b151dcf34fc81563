import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { changePayee, removePayee } from '#lib/services/transfers/payees.ts'
import { PayeeInput } from '#lib/views/transfer.ts'

export const PUT = guarded(
  'payee.change',
  answer(async ({ session, params, body }) => changePayee(session.userId, params.id ?? '', await body(PayeeInput))),
)

export const DELETE = guarded(
  'payee.remove',
  answer(({ session, params }) => removePayee(session.userId, params.id ?? '')),
)
