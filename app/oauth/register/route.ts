import { guarded } from '#app/guarded.ts'
import { answerOAuth } from '#app/oauth/answer.ts'
import { readJson } from '#app/read-request.ts'
import { registerClient } from '#lib/services/apps/oauth.ts'

/** Dynamic registration (RFC 7591). */
export const POST = guarded(
  'app.register',
  answerOAuth(async (request, by) => registerClient(await readJson(request), by), 201),
)
