import { z } from 'zod'
import {
  inPath,
  type Operation,
  registrationErrors,
  registrationHeaders,
  success,
} from '#sandbox/reference/operation.ts'
import { component } from '#sandbox/reference/schemas/components.ts'
import { keyRows, registrationRows, replacementRows, shapeOf } from '#sandbox/registration/field-table.ts'
import { token } from './account-information.ts'

const Key = component(
  'SealKey',
  'The public key of the QSealC, without a chain; `x5u`, `x5t` and private parts must be left out',
  z.looseObject(shapeOf(keyRows)),
)

// The table checks the key last; in the reference it is in its usual place.
const jwks = z.looseObject({ keys: z.tuple([Key]) })

const members = { ...shapeOf(registrationRows), jwks }

const Registration = component(
  'Registration',
  'The registration of an application or of an agent (`client_legal_id`)',
  z.looseObject(members),
)

const RegistrationChange = component(
  'RegistrationChange',
  'Replaces the registration; members left out are deleted (RFC 7592 § 2.2)',
  z.looseObject({ ...shapeOf(replacementRows), jwks }),
)

const filled = z.string().regex(/\S/)

/** bank:D48: every registered member and what the bank adds, without private parts of a key. */
const RegistrationRecord = component(
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

const base = '/stet/setting/v1/register'
const one = `${base}/{clientId}`
const clientId = inPath('clientId', 'the `client_id` that the registration gave')
const common = { authorization: 'bearer', scope: 'manageRegistration' } as const
const codes = [400, 401, 403, 404, 405, 406, 408, 429, 500, 501, 503]

/** Document 3. */
export const registration: readonly Operation[] = [
  token,
  {
    ...common,
    id: 'register',
    method: 'POST',
    path: base,
    summary: 'Register an application or an agent',
    source: 'document 3, D48',
    parameters: registrationHeaders(true),
    body: { type: 'application/json', schema: Registration },
    answers: { 201: success('Registered', RegistrationRecord), ...registrationErrors(codes) },
  },
  {
    ...common,
    id: 'registration-change',
    method: 'PUT',
    path: one,
    summary: 'Replace the registration',
    source: 'document 3, D48, D49',
    parameters: [clientId, ...registrationHeaders(true)],
    body: { type: 'application/json', schema: RegistrationChange },
    answers: { 200: success('Replaced', RegistrationRecord), ...registrationErrors(codes) },
  },
  {
    ...common,
    id: 'registration-read',
    method: 'GET',
    path: one,
    summary: 'Read the registration',
    source: 'document 3, D48',
    parameters: [clientId, ...registrationHeaders(false)],
    answers: { 200: success('What is registered', RegistrationRecord), ...registrationErrors(codes) },
  },
  {
    ...common,
    id: 'registration-delete',
    method: 'DELETE',
    path: one,
    summary: 'Delete the registration',
    source: 'document 3',
    parameters: [clientId, ...registrationHeaders(false)],
    answers: { 204: success('Deleted', null), ...registrationErrors(codes) },
  },
]
