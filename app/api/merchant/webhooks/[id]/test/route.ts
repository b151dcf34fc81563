import { answerMember } from '#app/api/merchant/answer-member.ts'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { sendTest } from '#lib/services/webhooks/log.ts'

/** Sends `endpoint.test`. */
export const POST = answerMember('webhook.test', ({ who, id }) => sendTest(who, id, storeNothing))
