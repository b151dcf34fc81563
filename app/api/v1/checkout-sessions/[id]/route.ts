import { keyed } from '#app/api/v1/keyed.ts'
import { readCheckout } from '#lib/services/payments/checkout.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const GET = keyed(operations.readCheckoutSession, ({ actor, id }) => readCheckout(actor, id))
