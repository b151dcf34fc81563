import { enter } from '#app/(auth)/enter.ts'
import { answerAnyone } from '#app/answer.ts'
import { readAs, readJson } from '#app/read-request.ts'
import { signInWithPasskey } from '#lib/services/people/passkeys.ts'
import { UsedPasskey } from '#lib/views/passkey.ts'

/** Signs in by a passkey. The page redirects itself. */
export const POST = answerAnyone('session.open', async ({ request, presence }) => {
  const used = readAs(UsedPasskey, await readJson(request), 'body')
  const { userId } = await signInWithPasskey(used, presence().ipAddress)
  await enter(request, { userId })
})
