import { answerMember } from '#app/api/merchant/answer-member.ts'
import { changeDraft, deleteDraft, InvoiceInput } from '#lib/services/invoices/drafts.ts'

/** Changes a draft. */
export const PUT = answerMember('invoice.draft', async ({ actor, id, body }) =>
  changeDraft(actor, id, await body(InvoiceInput)),
)

/** Deletes it. */
export const DELETE = answerMember('invoice.draft', ({ actor, id }) => deleteDraft(actor, id))
