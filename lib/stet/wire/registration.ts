import { z } from 'zod'
import { OptionalText } from './text.ts'

/** Answer of the registration endpoints (D48): all registered members and what the bank issued. */
export const WireRegistration = z.looseObject({
  client_id: z.string().min(1),
  registration_client_uri: OptionalText,
  registration_access_token: OptionalText,
})
export type WireRegistration = z.infer<typeof WireRegistration>
