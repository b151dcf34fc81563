import { answerMember } from '#app/api/merchant/answer-member.ts'
import { changeLink, closeLink, LinkChange } from '#lib/services/payments/links.ts'

/** Changes its title, description and expiry. */
export const PUT = answerMember('link.change', async ({ actor, id, body }) =>
  changeLink(actor, id, await body(LinkChange)),
)

/** Closes it. */
export const DELETE = answerMember('link.change', ({ actor, id }) => closeLink(actor, id))
