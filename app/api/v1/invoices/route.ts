import { keyed } from '#app/api/v1/keyed.ts'
import { pageIn, writeInvoiceSummary, writePage } from '#app/api/v1/views.ts'
import { listInvoices } from '#lib/services/invoices/read.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const GET = keyed(operations.listInvoices, async ({ actor, query }) => {
  const { limit, before } = pageIn(query)
  const { state, search } = query
  const { invoices, next } = await listInvoices(actor, { limit, before, state, search, mustExist: true })
  return writePage(invoices, next, writeInvoiceSummary)
})
