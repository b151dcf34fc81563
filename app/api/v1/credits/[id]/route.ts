import { keyed } from '#app/api/v1/keyed.ts'
import { writeCredit } from '#app/api/v1/views.ts'
import { readCreditOfMode } from '#lib/services/reconciliation/read.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const GET = keyed(operations.readCredit, async ({ actor, id }) => writeCredit(await readCreditOfMode(actor, id)))
