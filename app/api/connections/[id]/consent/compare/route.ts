import { answer } from '#app/answer.ts'
import { compareConsent } from '#lib/services/consent/choice.ts'
import { ConsentChoiceInput } from '#lib/views/consent.ts'

export const POST = answer('preview', ConsentChoiceInput, ({ who, id, body }) => compareConsent(who, id, body))
