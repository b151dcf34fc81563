import { z } from 'zod'
import { OptionalText } from './text.ts'

/** Token response (document 1, Token response; RFC 6749 § 5.1). Some banks write `expires_in` as a text. */
export const WireTokenAnswer = z.object({
  access_token: z.string().min(1),
  token_type: OptionalText,
  expires_in: z.coerce.number().positive().nullish().catch(null),
  scope: OptionalText,
  refresh_token: OptionalText,
})
export type WireTokenAnswer = z.infer<typeof WireTokenAnswer>
