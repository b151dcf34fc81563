import { z } from 'zod'
import { component } from './components.ts'

const filled = z.string().regex(/\S/)

const Key = component(
  'SealKey',
  'The public QSEALC key without the certification chain; `x5u` and `x5t` must be left out',
  z.looseObject({
    kty: z.literal('RSA'),
    use: z.literal('sig'),
    alg: z.literal('RS256'),
    key_ops: z.tuple([z.literal('verify')]),
    kid: filled.max(255),
    x5c: z.tuple([z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/)]),
    'x5t#S256': filled,
    n: z.string().optional(),
    e: z.string().optional(),
  }),
)

const members = {
  redirect_uris: z.array(z.url()).min(1).max(50),
  software_statement: filled.optional(),
  token_endpoint_auth_method: z.literal('tls_client_auth'),
  grant_types: z.array(z.enum(['client_credentials', 'authorization_code', 'refresh_token'])).min(1),
  response_types: z.tuple([z.literal('code')]),
  client_name: filled.max(140),
  client_uri: filled.optional(),
  logo_uri: filled.optional(),
  policy_uri: filled.optional(),
  jwks_uri: filled.optional(),
  logo: filled.optional(),
  tos_uri: filled.optional(),
  scope: z.string().regex(/^(aisp|pisp|cbpii)(,(aisp|pisp|cbpii)){0,2}$/),
  contact: z.looseObject({ contact_name: filled, email: filled, phone_number: filled }),
  provider_legal_id: z.string().regex(/^PSD[A-Z]{2}-[A-Z]{2,8}-[A-Za-z0-9]{1,35}$/),
  client_legal_id: z
    .string()
    .regex(/^AGT[A-Z]{2}-[A-Z]{2,8}-[A-Za-z0-9]{1,35}-[A-Za-z0-9]{1,35}$/)
    .optional(),
  jwks: z.looseObject({ keys: z.tuple([Key]) }),
  software_id: filled.max(140),
  software_version: filled.max(35),
}

export const Registration = component(
  'Registration',
  'The registration of an application or of an agent (`client_legal_id`)',
  z.looseObject(members),
)

export const RegistrationChange = component(
  'RegistrationChange',
  'Replaces the registration; members left out are deleted (RFC 7592 § 2.2)',
  z.looseObject({ ...members, software_version: filled.max(35).optional(), client_id: filled }),
)

/** D48: every registered member and what the bank adds; private parts of a key are never among them. */
export const RegistrationRecord = component(
  'RegistrationRecord',
  'All registered members and those the bank adds (D48, RFC 7591 § 3.2.1)',
  z.strictObject({
    ...members,
    software_version: filled.max(35).optional(),
    client_id: filled,
    client_id_issued_at: z.int().min(0),
    registration_client_uri: z.url(),
    registration_access_token: filled.optional(),
  }),
)
