import { keyed } from '#app/api/v1/keyed.ts'
import { writePayment } from '#app/api/v1/views.ts'
import { readMerchantPayment } from '#lib/services/payments/list.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const GET = keyed(operations.readPayment, async ({ actor, id }) =>
  writePayment(await readMerchantPayment(actor, id)),
)
