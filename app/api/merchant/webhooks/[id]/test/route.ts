import { answerMember } from '#app/api/merchant/answer-member.ts'
import { withoutKey } from '#lib/services/keep.ts'
import { sendTest } from '#lib/services/webhooks/log.ts'

/** Sends `endpoint.test`. */
export const POST = answerMember('webhook.test', ({ actor, id }) => sendTest(actor, id, withoutKey))
