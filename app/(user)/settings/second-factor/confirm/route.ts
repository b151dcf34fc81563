import { answer } from '#app/answer.ts'
import { confirmSecondFactor } from '#lib/services/people/second-factor.ts'

/** Turns the second factor on with a first code. Field code. */
export const POST = answer('second_factor.add', '/settings/second-factor', async ({ who, field, presence, page }) => {
  await confirmSecondFactor(who, field('code'), presence().ipAddress)
  return page
})
