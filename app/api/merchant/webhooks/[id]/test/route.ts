import { answerMember } from '#app/api/merchant/answer-member.ts'
import { withoutKey } from '#lib/services/keep.ts'
import { sendTest } from '#lib/services/webhooks/log.ts'

/** Sends `endpoint.test`. */
export const POST = answerMember('webhook.test', ({ who, id }) => sendTest(who, id, withoutKey))
