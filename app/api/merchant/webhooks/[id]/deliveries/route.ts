import { answerMember } from '#app/api/merchant/answer-member.ts'
import { listDeliveries } from '#lib/services/webhooks/log.ts'

/** The log of an endpoint, page by page. */
export const GET = answerMember('webhook.read', ({ actor, id, query }) =>
  listDeliveries(actor, id, query.get('before')),
)
