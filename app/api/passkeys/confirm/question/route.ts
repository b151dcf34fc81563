import { answer } from '#app/answer.ts'
import { askOwnPasskey } from '#lib/services/people/passkeys.ts'

/** Options for proving one's identity with a passkey. */
export const POST = answer('session.reauthenticate', ({ who }) => askOwnPasskey(who))
