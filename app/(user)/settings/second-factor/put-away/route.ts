import { answer } from '#app/answer.ts'
import { forgetShownCodes } from '#lib/services/people/second-factor.ts'

/** The person has saved the recovery codes: they are not shown again. A form without fields. */
export const POST = answer('second_factor.put_away', '/settings', async ({ who }) => {
  await forgetShownCodes(who)
  return '/settings#second-factor'
})
