import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { askOwnPasskey } from '#lib/services/people/passkeys.ts'

/** Options for proving one's identity with a passkey. */
export const POST = guarded(
  'session.reauthenticate',
  answer(({ session }) => askOwnPasskey(session.userId)),
)
