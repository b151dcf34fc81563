import { answer } from '#app/answer.ts'
import { askNewPasskey } from '#lib/services/people/passkeys.ts'

/** Options for a new passkey. */
export const POST = answer('passkey.add', ({ who }) => askNewPasskey(who))
