import { answerMember } from '#app/api/merchant/answer-member.ts'
import { resendDelivery } from '#lib/services/webhooks/log.ts'

/** Resends a message. */
export const POST = answerMember('webhook.resend', ({ who, id }) => resendDelivery(who, id))
