import { answerMember } from '#app/api/merchant/answer-member.ts'
import { createApiKey, listApiKeys } from '#lib/services/merchant/api-keys.ts'
import { ApiKeyInput } from '#lib/views/api-key.ts'

/** API keys of an organisation. */
export const GET = answerMember('key.read', ({ actor }) => listApiKeys(actor))

/** Creates one; only this answer contains it. */
export const POST = answerMember('key.create', async ({ actor, body }) => createApiKey(actor, await body(ApiKeyInput)))
