import { answerPdf } from '#app/(merchant)/invoices/pdf-answer.ts'
import { presenceOf } from '#app/presence.ts'
import { answerAnyone } from '#app/problem.ts'
import { makePublicInvoiceFile } from '#lib/services/invoices/document.ts'

/** The invoice that a payment link is for as a PDF, or its credit note (`?of=credit`), for whoever has the link. */
export const GET = answerAnyone(async ({ request, params, query }) => {
  const kind = query.get('of') === 'credit' ? 'credit' : 'invoice'
  return answerPdf(await makePublicInvoiceFile(params.slug ?? '', kind, presenceOf(request)))
})
