import { z } from 'zod'
import { keyRows, registrationRows, replacementRows, shapeOf } from '#sandbox/registration/field-table.ts'
import { component } from './components.ts'

const Key = component(
  'SealKey',
  'The public key of the QSealC, without a chain; `x5u`, `x5t` and private parts must be left out',
  z.looseObject(shapeOf(keyRows)),
)

// The table checks the key last; in the reference it is in its usual place.
const jwks = z.looseObject({ keys: z.tuple([Key]) })

const members = { ...shapeOf(registrationRows), jwks }

export const Registration = component(
  'Registration',
  'The registration of an application or of an agent (`client_legal_id`)',
  z.looseObject(members),
)

export const RegistrationChange = component(
  'RegistrationChange',
  'Replaces the registration; members left out are deleted (RFC 7592 § 2.2)',
  z.looseObject({ ...shapeOf(replacementRows), jwks }),
)

const filled = z.string().regex(/\S/)

/** bank:D48: every registered member and what the bank adds, without private parts of a key. */
export const RegistrationRecord = component(
  'RegistrationRecord',
  'All registered members and those the bank adds (D48; RFC 7591 § 3.2.1, RFC 7592 § 3)',
  z.strictObject({
    ...members,
    software_version: filled.max(35).optional(),
    client_id: filled,
    client_id_issued_at: z.int().min(0),
    registration_client_uri: z.url(),
    registration_access_token: filled,
  }),
)
