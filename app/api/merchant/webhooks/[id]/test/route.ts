import { answerMember } from '#app/api/merchant/answer-member.ts'
import { guarded } from '#app/guarded.ts'
import { sendTest } from '#lib/services/webhooks/webhook-log.ts'

/** Sends `endpoint.test`. */
export const POST = guarded(
  'webhook.test',
  answerMember(({ session, organisation, params }) => sendTest(session.userId, organisation.id, params.id ?? '')),
)
