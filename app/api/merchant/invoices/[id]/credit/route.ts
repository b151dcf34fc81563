import { answerMember } from '#app/api/merchant/answer-member.ts'
import { CreditInput, creditInvoice } from '#lib/services/invoices/crediting.ts'

/** Issues a credit note, of all that is left of an invoice or of parts of its lines. */
export const POST = answerMember('invoice.credit', CreditInput, ({ who, id, body }) => creditInvoice(who, id, body))
