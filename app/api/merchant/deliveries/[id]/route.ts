import { answerMember } from '#app/api/merchant/answer-member.ts'
import { guarded } from '#app/guarded.ts'
import { resendDelivery } from '#lib/services/webhooks/webhook-log.ts'

/** Sends a message again. */
export const POST = guarded(
  'webhook.resend',
  answerMember(({ session, organisation, params }) => resendDelivery(session.userId, organisation.id, params.id ?? '')),
)
