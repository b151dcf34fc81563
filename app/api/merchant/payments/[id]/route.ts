import { answerMember } from '#app/api/merchant/answer-member.ts'
import { readPaymentOf } from '#lib/services/payments/payment-list.ts'

/** One payment with its attempts and timeline. */
export const GET = answerMember(({ session, organisation, params }) =>
  readPaymentOf(session.userId, organisation.id, params.id ?? ''),
)
