import { keyed } from '#app/api/v1/keyed.ts'
import { guarded } from '#app/guarded.ts'
import { operations } from '#lib/domain/v1-operations.ts'
import { createLinkV1, listLinksV1 } from '#lib/services/merchant/checkout-links.ts'

export const POST = guarded(
  'api.link',
  keyed(operations.createPaymentLink, ({ holder, body }) => createLinkV1(holder, body)),
)

export const GET = keyed(operations.listPaymentLinks, ({ holder, query }) => listLinksV1(holder, query.cursor))
