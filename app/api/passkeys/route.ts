import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { addPasskey } from '#lib/services/people/passkeys.ts'
import { NewPasskey } from '#lib/views/passkey.ts'

export const POST = guarded(
  'passkey.add',
  answer(async ({ session, body, presence }) => addPasskey(session, await body(NewPasskey), presence().ipAddress)),
)
