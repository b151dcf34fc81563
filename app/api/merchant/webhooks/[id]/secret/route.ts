import { answerMember } from '#app/api/merchant/answer-member.ts'
import { withoutKey } from '#lib/services/keep.ts'
import { rotateSecret } from '#lib/services/webhooks/endpoints.ts'

/** A new secret; messages are signed with the previous one too for a day. */
export const POST = answerMember('webhook.secret', ({ actor, id }) => rotateSecret(actor, id, withoutKey))
