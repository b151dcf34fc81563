import { answerMember } from '#app/api/merchant/answer-member.ts'
import { closeLink, readLink } from '#lib/services/payment-links.ts'

/** One payment link. */
export const GET = answerMember(({ session, organisation, params }) =>
  readLink(session.userId, organisation.id, params.id ?? ''),
)

/** Closes it for good. */
export const DELETE = answerMember(({ session, organisation, params }) =>
  closeLink(session.userId, organisation.id, params.id ?? ''),
)
