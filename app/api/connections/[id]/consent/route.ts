import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { readMatrix, sendConsent } from '#lib/services/consent/choose.ts'
import { SendConsentInput } from '#lib/views/consent.ts'

export const GET = answer(({ session, params }) => readMatrix(session.userId, params.id ?? ''))

export const PUT = guarded(
  'consent.send',
  answer(async ({ session, params, body, presence }) =>
    sendConsent(session.userId, params.id ?? '', await body(SendConsentInput), presence()),
  ),
)
