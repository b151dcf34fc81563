import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { removePasskey, renamePasskey } from '#lib/services/people/passkeys.ts'
import { PasskeyName } from '#lib/views/passkey.ts'

export const PUT = guarded(
  'passkey.rename',
  answer(async ({ session, params, body }) =>
    renamePasskey(session.userId, params.id ?? '', (await body(PasskeyName)).name),
  ),
)

export const DELETE = guarded(
  'passkey.remove',
  answer(({ session, params, presence }) => removePasskey(session, params.id ?? '', presence().ipAddress)),
)
