import { answerMember } from '#app/api/merchant/answer-member.ts'
import { changeBusiness } from '#lib/services/merchant/business.ts'
import { BusinessInput } from '#lib/views/activation.ts'

export const PUT = answerMember('activation.business', BusinessInput, ({ who, body }) => changeBusiness(who, body))
