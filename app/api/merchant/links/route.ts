import { answerMember } from '#app/api/merchant/answer-member.ts'
import { guarded } from '#app/guarded.ts'
import { createLink, LinkInput, listLinks } from '#lib/services/payments/payment-links.ts'

/** Payment links, fifty at a time. */
export const GET = answerMember(({ session, organisation, mode, query }) =>
  listLinks(session.userId, organisation.id, { mode, before: query.get('before') }),
)

/** Makes one. */
export const POST = guarded(
  'link.change',
  answerMember(async ({ session, organisation, body }) =>
    createLink(session.userId, organisation.id, await body(LinkInput)),
  ),
)
