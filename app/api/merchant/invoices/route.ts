import { z } from 'zod'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { apiModes } from '#lib/domain/merchant/api-key.ts'
import { createDraft, InvoiceInput } from '#lib/services/invoices/drafts.ts'

/** With the mode that the page was rendered for. */
const Input = InvoiceInput.extend({ mode: z.enum(apiModes) })

/** Keeps a draft of an invoice. */
export const POST = answerMember('invoice.draft', Input, ({ who, body }) => {
  const { mode, ...input } = body
  return createDraft({ ...who, mode }, input)
})
