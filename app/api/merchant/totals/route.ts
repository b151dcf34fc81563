import { answerMember } from '#app/api/merchant/answer-member.ts'
import { readTotals } from '#lib/services/payments/list.ts'

/** Totals of today and thirty days, and the conversion funnel. */
export const GET = answerMember('payment.read', ({ actor }) => readTotals(actor))
