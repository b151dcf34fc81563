import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { askNewPasskey } from '#lib/services/people/passkeys.ts'

/** Options for a new passkey. */
export const POST = guarded(
  'passkey.add',
  answer(({ session }) => askNewPasskey(session)),
)
