import { answerAnyone } from '#app/answer.ts'
import { guarded } from '#app/guarded.ts'
import { presenceOf } from '#app/presence.ts'
import { askPasskey } from '#lib/services/people/passkeys.ts'

/** Passkey options for a browser without session. */
export const POST = guarded(
  'session.open',
  answerAnyone(({ request }) => askPasskey(presenceOf(request).ipAddress)),
)
