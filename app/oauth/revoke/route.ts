import { guarded } from '#app/guarded.ts'
import { answerOAuth, formOf } from '#app/oauth/answer.ts'
import { revokeTokens } from '#lib/services/apps/oauth.ts'

/** Ends the access by one of its tokens (RFC 7009). */
export const POST = guarded(
  'app.give_up',
  answerOAuth(async (request, by) => {
    await revokeTokens(await formOf(request), by)
    return {}
  }),
)
