import { answer } from '#app/answer.ts'
import { sendConsent } from '#lib/services/consent/choice.ts'
import { SendConsentInput } from '#lib/views/consent.ts'

export const PUT = answer('consent.send', SendConsentInput, ({ who, id, body, presence }) =>
  sendConsent(who, id, body, presence()),
)
