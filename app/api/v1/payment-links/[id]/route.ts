import { keyed } from '#app/api/v1/keyed.ts'
import { writeLink } from '#app/api/v1/views.ts'
import { omitUndefined } from '#lib/domain/requests/omit-undefined.ts'
import { changeLink, closeLink, readLink } from '#lib/services/payments/links.ts'
import { operations } from '#lib/views/v1/operations.ts'

export const GET = keyed(operations.readPaymentLink, async ({ actor, id }) => writeLink(await readLink(actor, id)))

export const PATCH = keyed(operations.changePaymentLink, async ({ actor, id, body }) => {
  const { title, description, expires_at: expiresAt } = body
  const change = omitUndefined({ title, description: description === null ? '' : description, expiresAt })
  return writeLink(await changeLink(actor, id, change))
})

export const DELETE = keyed(operations.closePaymentLink, async ({ actor, id }) => writeLink(await closeLink(actor, id)))
