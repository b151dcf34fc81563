import { singleLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { answerOperator } from '#app/api/operator/answer-operator.ts'
import { guarded } from '#app/guarded.ts'
import { registerHere, removeRegistration, sendChange } from '#lib/services/operator/registrations.ts'
import { RegistrationChange } from '#lib/views/operator.ts'

const Agreed = z.strictObject({ change: RegistrationChange, hash: singleLine(64) })
const Typed = z.strictObject({ typed: typedSingleLine(200) })

export const POST = guarded(
  'operator.registrations',
  answerOperator(({ session, params }) => registerHere(session, params.platform ?? '')),
)
export const PUT = guarded(
  'operator.registrations',
  answerOperator(async ({ session, params, body }) => sendChange(session, params.platform ?? '', await body(Agreed))),
)
export const DELETE = guarded(
  'operator.registrations',
  answerOperator(async ({ session, params, body }) =>
    removeRegistration(session, params.platform ?? '', (await body(Typed)).typed),
  ),
)
