import { answerMember } from '#app/api/merchant/answer-member.ts'
import { sendInvoice } from '#lib/services/invoices/sending.ts'

/** Sends a draft: it gets its number and its payment link. */
export const POST = answerMember('invoice.send', ({ who, id }) => sendInvoice(who, id))
