import { answerMember } from '#app/api/merchant/answer-member.ts'
import { guarded } from '#app/guarded.ts'
import { ApiKeyInput } from '#lib/domain/api-key-view.ts'
import { createApiKey, listApiKeys } from '#lib/services/merchant/api-keys.ts'

/** API keys of an organisation. */
export const GET = answerMember(({ session, organisation }) => listApiKeys(session.userId, organisation.id))

/** Makes one; the only answer that holds it. */
export const POST = guarded(
  'key.create',
  answerMember(async ({ session, organisation, body }) =>
    createApiKey(session.userId, organisation.id, await body(ApiKeyInput), session),
  ),
)
