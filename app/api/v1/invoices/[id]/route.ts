import { keyed } from '#app/api/v1/keyed.ts'
import { writeInvoice } from '#app/api/v1/views.ts'
import { readInvoiceOfMode } from '#lib/services/invoices/read.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const GET = keyed(operations.readInvoice, async ({ actor, id }) =>
  writeInvoice(await readInvoiceOfMode(actor, id)),
)
