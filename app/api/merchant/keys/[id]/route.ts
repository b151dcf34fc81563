import { answerMember } from '#app/api/merchant/answer-member.ts'
import { changeApiKey, revokeApiKey } from '#lib/services/merchant/api-keys.ts'
import { ApiKeyChange } from '#lib/views/api-key.ts'

/** Changes the name and the limits of a key. */
export const PUT = answerMember('key.change', ApiKeyChange, ({ who, id, body }) => changeApiKey(who, id, body))

/** Revokes a key. */
export const DELETE = answerMember('key.revoke', ({ who, id }) => revokeApiKey(who, id))
