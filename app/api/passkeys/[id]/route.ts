import { answer } from '#app/answer.ts'
import { removePasskey, renamePasskey } from '#lib/services/people/passkeys.ts'
import { PasskeyName } from '#lib/views/passkey.ts'

export const PUT = answer('passkey.rename', PasskeyName, ({ who, id, body }) => renamePasskey(who, id, body.name))

export const DELETE = answer('passkey.remove', ({ who, id, presence }) => removePasskey(who, id, presence().ipAddress))
