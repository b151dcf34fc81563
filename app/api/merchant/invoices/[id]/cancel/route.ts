import { answerMember } from '#app/api/merchant/answer-member.ts'
import { cancelInvoice } from '#lib/services/invoices/sending.ts'

/** Cancels an invoice by a credit note. */
export const POST = answerMember('invoice.cancel', ({ actor, id }) => cancelInvoice(actor, id))
