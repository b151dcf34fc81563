import { keyed } from '#app/api/v1/keyed.ts'
import { pageIn, writePage } from '#app/api/v1/views.ts'
import { createCheckout, listCheckouts } from '#lib/services/payments/checkout.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const POST = keyed(operations.createCheckoutSession, ({ actor, body, keep }) =>
  createCheckout(
    actor,
    body,
    keep(session => session),
  ),
)

export const GET = keyed(operations.listCheckoutSessions, async ({ actor, query }) => {
  const { checkouts, next } = await listCheckouts(actor, { ...query, ...pageIn(query) })
  return writePage(checkouts, next, session => session)
})
