import { answerMember } from '#app/api/merchant/answer-member.ts'
import { cancelSale } from '#lib/services/payments/till.ts'

/** Takes back a sale that nobody pays yet. Field organisation. */
export const POST = answerMember('till.cancel', '/till/[id]', async ({ who, part, page }) => {
  await cancelSale(who, part('id'))
  return page
})
