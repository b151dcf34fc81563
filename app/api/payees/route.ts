import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { PayeeInput } from '#lib/domain/transfer-view.ts'
import { addPayee, listPayees } from '#lib/services/transfers/payees.ts'

export const GET = answer(async ({ session }) => ({ payees: await listPayees(session.userId) }))

export const POST = guarded(
  'payee.add',
  answer(async ({ session, body }) => addPayee(session.userId, await body(PayeeInput))),
)
