import { answer } from '#app/answer.ts'
import { readMatrix, sendConsent } from '#lib/services/consent/choice.ts'
import { SendConsentInput } from '#lib/views/consent.ts'

/** For the tests' browsers, which link without the pages. */
export const GET = answer(({ who, id }) => readMatrix(who, id))

export const PUT = answer('consent.send', SendConsentInput, ({ who, id, body, presence }) =>
  sendConsent(who, id, body, presence()),
)
