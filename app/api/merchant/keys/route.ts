import { answerMember } from '#app/api/merchant/answer-member.ts'
import { createApiKey } from '#lib/services/merchant/api-keys.ts'
import { ApiKeyInput } from '#lib/views/api-key.ts'

/** Creates one; only this answer contains it. */
export const POST = answerMember('key.create', ApiKeyInput, ({ who, body }) => createApiKey(who, body))
