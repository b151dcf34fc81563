import { answerMember } from '#app/api/merchant/answer-member.ts'
import { askForActivation } from '#lib/services/merchant/activation.ts'

export const POST = answerMember('activation.ask', ({ who }) => askForActivation(who))
