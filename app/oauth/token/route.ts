import { guarded } from '#app/guarded.ts'
import { answerOAuth, formOf } from '#app/oauth/answer.ts'
import { giveTokens } from '#lib/services/apps/oauth.ts'

export const POST = guarded(
  'app.claim',
  answerOAuth(async (request, by) => giveTokens(await formOf(request), by)),
)
