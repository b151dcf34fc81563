import { answer } from '#app/answer.ts'
import { changePayee, removePayee } from '#lib/services/transfers/payees.ts'
import { PayeeInput } from '#lib/views/transfer.ts'

export const PUT = answer('payee.change', PayeeInput, ({ who, id, body }) => changePayee(who, id, body))

export const DELETE = answer('payee.remove', ({ who, id }) => removePayee(who, id))
