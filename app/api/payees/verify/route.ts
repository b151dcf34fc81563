import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { checkPayee } from '#lib/services/transfers/payees.ts'
import { PayeeInput } from '#lib/views/transfer.ts'

/** Whether the name is that of the account's holder, before the payee is added. */
export const POST = guarded(
  'payee.verify',
  answer(async ({ session, body, presence }) => checkPayee(session.userId, await body(PayeeInput), presence())),
)
