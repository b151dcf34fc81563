import { answerForm } from '#app/answer-form.ts'
import { removeHolding } from '#lib/services/accounts/holdings.ts'

/** Removes a holding and its history. */
export const POST = answerForm('account.arrange', '/accounts', async ({ who, part }) => {
  await removeHolding(who, part('id'))
  return '/accounts#holdings'
})
