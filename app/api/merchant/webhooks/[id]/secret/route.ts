import { answerMember } from '#app/api/merchant/answer-member.ts'
import { guarded } from '#app/guarded.ts'
import { rotateSecret } from '#lib/services/webhooks/webhook-endpoints.ts'

/** A new secret; the one before signs too for a day. */
export const POST = guarded(
  'webhook.secret',
  answerMember(({ session, organisation, params }) =>
    rotateSecret(session.userId, organisation.id, params.id ?? '', session),
  ),
)
