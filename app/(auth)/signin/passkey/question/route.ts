import { answerAnyone } from '#app/answer.ts'
import { askPasskey } from '#lib/services/people/passkeys.ts'

/** Passkey options for a browser without session. */
export const POST = answerAnyone('session.open', ({ presence }) => askPasskey(presence().ipAddress))
