import { guarded } from '#app/guarded.ts'
import { answer } from '#app/problem.ts'
import { compareConsent } from '#lib/services/consent/choose.ts'
import { ConsentChoiceInput } from '#lib/views/consent.ts'

export const POST = guarded(
  'preview',
  answer(async ({ session, params, body }) =>
    compareConsent(session.userId, params.id ?? '', await body(ConsentChoiceInput)),
  ),
)
