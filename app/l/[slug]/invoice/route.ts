import { answerAnyone } from '#app/answer.ts'
import { answerFile } from '#app/answer-file.ts'
import { makePublicInvoiceFile } from '#lib/services/invoices/document.ts'

/** The invoice that a payment link is for as a PDF, or one of its credit notes (`?credit=<number>`), for whoever has the link. */
export const GET = answerAnyone(async ({ presence, part, query }) => {
  const { name, bytes } = await makePublicInvoiceFile(part('slug'), query.get('credit'), presence())
  return answerFile({ name, type: 'application/pdf', body: bytes, isShown: true })
})
