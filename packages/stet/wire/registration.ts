import { z } from 'zod'
import { id, optionalHref, secretIfGiven } from './text.ts'

/** bank:D48: all registered members, cleaned, and what the bank issued. */
export const WireRegistration = z.looseObject({
  client_id: id(255),
  registration_client_uri: optionalHref,
  registration_access_token: secretIfGiven,
})
export type WireRegistration = z.infer<typeof WireRegistration>
