import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { addPayee, listPayees } from '#lib/services/transfers/payees.ts'
import { PayeeInput } from '#lib/views/transfer.ts'

export const GET = answer(async ({ session }) => ({ payees: await listPayees(session.userId) }))

export const POST = guarded(
  'payee.add',
  answer(async ({ session, body }) => addPayee(session.userId, await body(PayeeInput))),
)
