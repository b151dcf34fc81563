import { answerMember } from '#app/api/merchant/answer-member.ts'
import { readMerchantPayment } from '#lib/services/payments/list.ts'

/** One payment with its attempts and timeline. */
export const GET = answerMember('payment.read', ({ who, id }) => readMerchantPayment(who, id))
