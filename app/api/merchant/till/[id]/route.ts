import { answerMember } from '#app/api/merchant/answer-member.ts'
import { readSale } from '#lib/services/payments/till.ts'

/** A sale of today. */
export const GET = answerMember('till.read', ({ who, id }) => readSale(who, id))
