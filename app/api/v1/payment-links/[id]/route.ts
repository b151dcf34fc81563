import { keyed } from '#app/api/v1/keyed.ts'
import { operations } from '#lib/domain/v1-operations.ts'
import { closeLinkV1, readLinkV1 } from '#lib/services/merchant/checkout-links.ts'

export const GET = keyed(operations.readPaymentLink, ({ holder, id }) => readLinkV1(holder, id))

export const DELETE = keyed(operations.closePaymentLink, ({ holder, id }) => closeLinkV1(holder, id))
