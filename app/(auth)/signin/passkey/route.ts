import { enter } from '#app/(auth)/enter.ts'
import { answerAnyone } from '#app/answer.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { readAs, readJson } from '#app/read-request.ts'
import { signInWithPasskey } from '#lib/services/people/passkeys.ts'
import { UsedPasskey } from '#lib/views/passkey.ts'

/** Signs in by a passkey. The page redirects itself. */
export const POST = guarded(
  'session.open',
  answerAnyone(async ({ request }) => {
    const used = readAs(UsedPasskey, await readJson(request), 'body')
    const { userId } = await signInWithPasskey(used, presenceOf(request).ipAddress)
    await enter(request, { userId })
  }),
)
