import { z } from 'zod'
import { component } from './components.ts'

const token = z.string().regex(/^[A-Za-z0-9._~+/-]+=*$/)
const base = { access_token: token, token_type: z.literal('Bearer'), expires_in: z.int().min(1) }

export const TokenAnswer = component(
  'TokenAnswer',
  'Tokens: with a `refresh_token` for the authorization-code grant, without one for client credentials',
  z.union([
    z.strictObject({
      ...base,
      scope: z.enum(['aisp', 'cbpii', 'pisp', 'extended_transaction_history']),
      refresh_token: token,
    }),
    z.strictObject({
      ...base,
      scope: z.enum(['aisp', 'pisp', 'cbpii', 'manageRegistration', 'extended_transaction_history']),
    }),
  ]),
)

/** The scope is that of the authorization; a field without a value is as if left out (RFC 6749 § 3.1). */
const noScope = z.literal('').optional()

export const CodeForm = component(
  'CodeForm',
  'Exchange of the one-time code, within 60 seconds and once (D7)',
  z.looseObject({
    grant_type: z.literal('authorization_code'),
    client_id: z.string().min(1),
    code: z.string().min(1),
    redirect_uri: z.url(),
    code_verifier: z
      .string()
      .regex(/^[A-Za-z0-9._~-]{43,128}$/)
      .optional(),
    scope: noScope,
  }),
)

export const RefreshForm = component(
  'RefreshForm',
  'A new access token; the previous one dies at once (D8)',
  z.looseObject({
    grant_type: z.literal('refresh_token'),
    client_id: z.string().min(1),
    refresh_token: z.string().min(1),
    scope: noScope,
  }),
)

export const ClientForm = component(
  'ClientForm',
  'Client credentials: payments, registration (`PSD2_TPPRegister`), fallback (`aisp` with the header `fallback: 1`)',
  z.looseObject({
    grant_type: z.literal('client_credentials'),
    client_id: z.string().min(1),
    scope: z.enum(['aisp', 'pisp', 'manageRegistration']),
  }),
)

export const TokenForm = component(
  'TokenForm',
  'Fields of the token call',
  z.discriminatedUnion('grant_type', [CodeForm, RefreshForm, ClientForm]),
)

export const RevokeForm = component(
  'RevokeForm',
  'Revocation of a pair of tokens (D9, RFC 7009)',
  z.looseObject({ token: z.string().min(1), token_type_hint: z.string().optional(), client_id: z.string().min(1) }),
)
