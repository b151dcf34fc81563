import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { reauthenticateWithPasskey } from '#lib/services/people/passkeys.ts'
import { UsedPasskey } from '#lib/views/passkey.ts'

/** A passkey instead of the password (C24). */
export const POST = guarded(
  'session.reauthenticate',
  answer(async ({ session, body, presence }) =>
    reauthenticateWithPasskey(session, await body(UsedPasskey), presence().ipAddress),
  ),
)
