import { answerPdf } from '#app/(merchant)/invoices/pdf-answer.ts'
import { answerAnyone } from '#app/problem.ts'
import { makePublicInvoiceFile } from '#lib/services/invoices/document.ts'

/** The invoice that a payment link is for as a PDF, or its credit note (`?of=credit`), for whoever has the link. */
export const GET = answerAnyone(async ({ params, query }) =>
  answerPdf(await makePublicInvoiceFile(params.slug ?? '', query.get('of') === 'credit' ? 'credit' : 'invoice')),
)
