import { keyed } from '#app/api/v1/keyed.ts'
import { writePage, writeSettlementDay } from '#app/api/v1/views.ts'
import { readSettlementDays } from '#lib/services/payments/settlement.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const GET = keyed(operations.listSettlementDays, async ({ actor, query }) =>
  writePage(await readSettlementDays(actor, query.month ?? null), null, writeSettlementDay),
)
