import { answer } from '#app/answer.ts'
import { renewRecoveryCodes } from '#lib/services/people/second-factor.ts'

/** Replaces the ten recovery codes. A form without fields. */
export const POST = answer('second_factor.codes', '/settings/second-factor', async ({ who, presence, page }) => {
  await renewRecoveryCodes(who, presence().ipAddress)
  return page
})
