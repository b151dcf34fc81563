import { singleLine, typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { answerOperator } from '#app/answer.ts'
import { registerHere, removeRegistration, sendChange } from '#lib/services/operator/registrations.ts'
import { RegistrationChange } from '#lib/views/operator.ts'

const Agreed = z.strictObject({ change: RegistrationChange, hash: singleLine(64) })
const Typed = z.strictObject({ typed: typedSingleLine(200) })

export const POST = answerOperator('operator.registrations', ({ who, part }) => registerHere(who, part('platform')))
export const PUT = answerOperator('operator.registrations', Agreed, ({ who, part, body }) =>
  sendChange(who, part('platform'), body),
)
export const DELETE = answerOperator('operator.registrations', Typed, ({ who, part, body }) =>
  removeRegistration(who, part('platform'), body.typed),
)
