import { answerMember } from '#app/api/merchant/answer-member.ts'
import { changeLink, closeLink, LinkChange } from '#lib/services/payments/links.ts'

/** Changes its title, description and expiry. */
export const PUT = answerMember('link.change', LinkChange, ({ who, id, body }) => changeLink(who, id, body))

/** Closes it. */
export const DELETE = answerMember('link.change', ({ who, id }) => closeLink(who, id))
