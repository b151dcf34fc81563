import type { InvoiceFile } from '#lib/services/invoices/document.ts'

/** An invoice's PDF, shown by the browser and saved under its number. */
export function answerPdf({ name, bytes }: InvoiceFile): Response {
  return new Response(bytes, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}
