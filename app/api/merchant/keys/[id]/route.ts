import { answerMember } from '#app/api/merchant/answer-member.ts'
import { revokeApiKey } from '#lib/services/merchant/api-keys.ts'

/** Revokes a key. */
export const DELETE = answerMember('key.revoke', ({ actor, id }) => revokeApiKey(actor, id))
