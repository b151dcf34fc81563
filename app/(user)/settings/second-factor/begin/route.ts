import { answer } from '#app/answer.ts'
import { beginSecondFactor } from '#lib/services/people/second-factor.ts'

/** Makes a secret for an authenticator application, which the page then shows. A form without fields. */
export const POST = answer('second_factor.add', '/settings/second-factor', async ({ who, page }) => {
  await beginSecondFactor(who)
  return page
})
