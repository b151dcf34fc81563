import { answer } from '#app/answer.ts'
import { addPasskey } from '#lib/services/people/passkeys.ts'
import { NewPasskey } from '#lib/views/passkey.ts'

export const POST = answer('passkey.add', NewPasskey, ({ who, body, presence }) =>
  addPasskey(who, body, presence().ipAddress),
)
