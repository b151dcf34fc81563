import { answerMember } from '#app/api/merchant/answer-member.ts'
import { sell } from '#lib/services/payments/till.ts'
import { SaleInput } from '#lib/views/till.ts'

/** Asks for an amount at the counter. */
export const POST = answerMember('till.sell', SaleInput, ({ who, body }) => sell(who, body))
