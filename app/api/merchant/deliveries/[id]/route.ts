import { answerMember } from '#app/api/merchant/answer-member.ts'
import { resendDelivery } from '#lib/services/webhooks/log.ts'

/** Sends a message again. */
export const POST = answerMember('webhook.resend', ({ actor, id }) => resendDelivery(actor, id))
