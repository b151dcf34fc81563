import { keyed } from '#app/api/v1/keyed.ts'
import { guarded } from '#app/guarded.ts'
import { operations } from '#lib/domain/v1-operations.ts'
import { changeLinkV1, closeLinkV1, readLinkV1 } from '#lib/services/merchant/checkout-links.ts'

export const GET = keyed(operations.readPaymentLink, ({ holder, id }) => readLinkV1(holder, id))

export const PATCH = guarded(
  'api.link',
  keyed(operations.changePaymentLink, ({ holder, id, body }) => changeLinkV1(holder, id, body)),
)

export const DELETE = guarded(
  'api.link',
  keyed(operations.closePaymentLink, ({ holder, id }) => closeLinkV1(holder, id)),
)
