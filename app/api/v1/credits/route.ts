import { keyed } from '#app/api/v1/keyed.ts'
import { pageIn, writeCredit, writePage } from '#app/api/v1/views.ts'
import { listCredits } from '#lib/services/reconciliation/read.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const GET = keyed(operations.listCredits, async ({ actor, query }) => {
  const { limit, before } = pageIn(query)
  const { credits, next } = await listCredits(actor, { filter: query.state ?? 'all', limit, before, mustExist: true })
  return writePage(credits, next, writeCredit)
})
