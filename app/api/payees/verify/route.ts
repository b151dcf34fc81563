import { answer } from '#app/answer.ts'
import { checkPayee } from '#lib/services/transfers/payees.ts'
import { PayeeInput } from '#lib/views/transfer.ts'

/** Whether the name is that of the account's holder, before the payee is added. */
export const POST = answer('payee.verify', PayeeInput, ({ who, body, presence }) => checkPayee(who, body, presence()))
