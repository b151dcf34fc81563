import { z } from 'zod'
import { readLifetime } from '#stet/bank-time.ts'
import { optionalLabel, secret, secretIfGiven } from './text.ts'

/** RFC 6749 § 5.1; some banks write `expires_in` as a string. */
export const WireTokenAnswer = z.object({
  access_token: secret,
  token_type: optionalLabel(35),
  expires_in: z.unknown().optional().transform(readLifetime),
  scope: optionalLabel(500),
  refresh_token: secretIfGiven,
})
export type WireTokenAnswer = z.infer<typeof WireTokenAnswer>
