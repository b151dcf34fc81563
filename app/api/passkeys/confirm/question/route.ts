import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { askOwnPasskey } from '#lib/services/people/passkeys.ts'

/** What the browser is asked to prove who is there. */
export const POST = guarded(
  'session.reauthenticate',
  answer(({ session }) => askOwnPasskey(session.userId)),
)
