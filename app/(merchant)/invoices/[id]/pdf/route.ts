import { answerFile } from '#app/answer-file.ts'
import { answerMember } from '#app/api/merchant/answer-member.ts'
import { makeInvoiceFile } from '#lib/services/invoices/document.ts'

/** An invoice as a PDF, or one of its credit notes (`?credit=<number>`). */
export const GET = answerMember('invoice.read', async ({ who, id, query }) => {
  const { name, bytes } = await makeInvoiceFile(who, id, query.get('credit'))
  return answerFile({ name, type: 'application/pdf', body: bytes, isShown: true })
})
