import { answerMember } from '#app/api/merchant/answer-member.ts'
import { guarded } from '#app/guarded.ts'
import { revokeApiKey } from '#lib/services/merchant/api-keys.ts'

/** Revokes a key at once. */
export const DELETE = guarded(
  'key.revoke',
  answerMember(({ session, organisation, params }) => revokeApiKey(session.userId, organisation.id, params.id ?? '')),
)
