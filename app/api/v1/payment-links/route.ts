import { keyed } from '#app/api/v1/keyed.ts'
import { pageIn, writeLink, writePage } from '#app/api/v1/views.ts'
import { createLink, listLinks } from '#lib/services/payments/links.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const POST = keyed(operations.createPaymentLink, ({ actor, body, keep }) => {
  const input = {
    title: body.title,
    description: body.description ?? '',
    amount: body.amount ?? '',
    min: body.min_amount ?? '',
    max: body.max_amount ?? '',
    isReusable: body.reusable,
    referencePrefix: body.reference_prefix ?? '',
    returnUrl: body.return_url ?? '',
    expiresAt: body.expires_at ?? null,
    expiresOn: null,
  }
  return createLink(actor, input, keep(writeLink))
})

export const GET = keyed(operations.listPaymentLinks, async ({ actor, query }) => {
  const filter = { state: query.state, referencePrefix: query.reference_prefix }
  const { links, next } = await listLinks(actor, { ...filter, ...pageIn(query) })
  return writePage(links, next, writeLink)
})
