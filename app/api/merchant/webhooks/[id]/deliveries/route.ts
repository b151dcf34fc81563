import { answerMember } from '#app/api/merchant/answer-member.ts'
import { listDeliveries } from '#lib/services/webhooks/webhook-log.ts'

/** The log of an endpoint, a page at a time. */
export const GET = answerMember(({ session, organisation, params, query }) =>
  listDeliveries(session.userId, organisation.id, params.id ?? '', query.get('before')),
)
