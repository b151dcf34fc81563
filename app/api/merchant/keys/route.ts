import { answerMember } from '#app/api/merchant/answer-member.ts'
import { createApiKey, listApiKeys } from '#lib/services/merchant/api-keys.ts'
import { ApiKeyInput } from '#lib/views/api-key.ts'

/** API keys of an organisation. */
export const GET = answerMember('key.read', ({ who }) => listApiKeys(who))

/** Creates one; only this answer contains it. */
export const POST = answerMember('key.create', ApiKeyInput, ({ who, body }) => createApiKey(who, body))
