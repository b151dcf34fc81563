import { answerMember } from '#app/api/merchant/answer-member.ts'
import { verifyAccount } from '#lib/services/merchant/activation.ts'

export const POST = answerMember('activation.verify', ({ who, presence }) => verifyAccount(who, presence()))
