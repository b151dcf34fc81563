import { answer } from '#app/answer.ts'
import { addPayee, listPayees } from '#lib/services/transfers/payees.ts'
import { PayeeInput } from '#lib/views/transfer.ts'

export const GET = answer(async ({ who }) => ({ payees: await listPayees(who) }))

export const POST = answer('payee.add', PayeeInput, ({ who, body }) => addPayee(who, body))
