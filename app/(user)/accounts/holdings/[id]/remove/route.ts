import { answer } from '#app/answer.ts'
import { removeHolding } from '#lib/services/accounts/holdings.ts'

/** Removes a holding and its history. */
export const POST = answer('account.arrange', '/accounts', async ({ who, part }) => {
  await removeHolding(who, part('id'))
  return '/accounts#holdings'
})
