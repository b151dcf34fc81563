import { keyed } from '#app/api/v1/keyed.ts'
import { guarded } from '#app/guarded.ts'
import { operations } from '#lib/domain/v1-operations.ts'
import { createCheckout, listCheckouts } from '#lib/services/merchant/checkout.ts'

export const POST = guarded(
  'api.checkout',
  keyed(operations.createCheckoutSession, ({ holder, body, keep }) => createCheckout(holder, body, keep)),
)

export const GET = keyed(operations.listCheckoutSessions, ({ holder, query }) => listCheckouts(holder, query))
