import { answer } from '#app/answer.ts'
import { removeSecondFactor } from '#lib/services/people/second-factor.ts'

/** Turns the second factor off. A form without fields. */
export const POST = answer('second_factor.remove', '/settings/second-factor', async ({ who, presence, page }) => {
  await removeSecondFactor(who, presence().ipAddress)
  return page
})
