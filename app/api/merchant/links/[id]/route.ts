import { answerMember } from '#app/api/merchant/answer-member.ts'
import { guarded } from '#app/guarded.ts'
import { changeLink, closeLink, LinkChange, readLink } from '#lib/services/payments/payment-links.ts'

/** One payment link. */
export const GET = answerMember(({ session, organisation, params }) =>
  readLink(session.userId, organisation.id, params.id ?? ''),
)

/** Changes how it is called and until when it is good. */
export const PUT = guarded(
  'link.change',
  answerMember(async ({ session, organisation, params, body }) =>
    changeLink(session.userId, organisation.id, params.id ?? '', await body(LinkChange)),
  ),
)

/** Closes it for good. */
export const DELETE = guarded(
  'link.change',
  answerMember(({ session, organisation, params }) => closeLink(session.userId, organisation.id, params.id ?? '')),
)
