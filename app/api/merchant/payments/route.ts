import { answerMember } from '#app/api/merchant/answer-member.ts'
import { readPaymentFilter } from '#lib/domain/payments/filter.ts'
import { listPayments } from '#lib/services/payments/list.ts'

/** Payments by the filter in the query, fifty at a time. */
export const GET = answerMember('payment.read', ({ actor, query }) => {
  const { filter } = readPaymentFilter(query)
  return listPayments(actor, { filter, cursor: query.get('cursor') })
})
