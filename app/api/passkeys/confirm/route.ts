import { answer } from '#app/answer.ts'
import { reauthenticateWithPasskey } from '#lib/services/people/passkeys.ts'
import { UsedPasskey } from '#lib/views/passkey.ts'

/** A passkey instead of the password (C24). */
export const POST = answer('session.reauthenticate', UsedPasskey, ({ who, body, presence }) =>
  reauthenticateWithPasskey(who, body, presence().ipAddress),
)
