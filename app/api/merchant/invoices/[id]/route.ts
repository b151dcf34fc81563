import { answerMember } from '#app/api/merchant/answer-member.ts'
import { changeDraft, deleteDraft, InvoiceInput } from '#lib/services/invoices/drafts.ts'

/** Changes a draft. */
export const PUT = answerMember('invoice.draft', InvoiceInput, ({ who, id, body }) => changeDraft(who, id, body))

/** Deletes it. */
export const DELETE = answerMember('invoice.draft', ({ who, id }) => deleteDraft(who, id))
