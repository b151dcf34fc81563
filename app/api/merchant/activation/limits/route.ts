import { answerMember } from '#app/api/merchant/answer-member.ts'
import { askForLimits } from '#lib/services/merchant/limits.ts'
import { AskedLimitsInput } from '#lib/views/activation.ts'

export const POST = answerMember('activation.limits', AskedLimitsInput, ({ who, body }) => askForLimits(who, body))
