import { answerMember } from '#app/api/merchant/answer-member.ts'
import { verifyAccount } from '#lib/services/merchant/activation.ts'

export const POST = answerMember('activation.verify', ({ actor, presence }) => verifyAccount(actor, presence()))
