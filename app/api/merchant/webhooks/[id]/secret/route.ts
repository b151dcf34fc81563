import { answerMember } from '#app/api/merchant/answer-member.ts'
import { storeNothing } from '#lib/base/idempotent-result.ts'
import { rotateSecret } from '#lib/services/webhooks/endpoints.ts'
import { SecretRotation } from '#lib/views/webhook.ts'

/** Makes a new secret; for a day, messages are also signed with the previous one. */
export const POST = answerMember('webhook.secret', SecretRotation, ({ who, id, body }) =>
  rotateSecret(who, id, body, storeNothing),
)
