import { answerMember } from '#app/api/merchant/answer-member.ts'
import { mailInvoiceAgain } from '#lib/services/invoices/sending.ts'

/** Mails an invoice again, as a reminder if it is overdue. */
export const POST = answerMember('invoice.send', ({ who, id }) => mailInvoiceAgain(who, id))
