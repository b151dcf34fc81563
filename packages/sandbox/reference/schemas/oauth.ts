import { z } from 'zod'
import { ClientForm, CodeForm, RefreshForm, RevokeForm, TokenForm } from '#sandbox/oauth/fields.ts'
import { component } from './components.ts'

const token = z.string().regex(/^[A-Za-z0-9._~+/-]+=*$/)
const base = { access_token: token, token_type: z.literal('Bearer'), expires_in: z.int().min(1) }

export const TokenAnswer = component(
  'TokenAnswer',
  'Tokens: with a `refresh_token` for the authorization-code grant, without one for client credentials',
  z.union([
    z.strictObject({
      ...base,
      scope: z.enum(['aisp', 'cbpii']),
      refresh_token: token,
    }),
    z.strictObject({
      ...base,
      scope: z.enum(['aisp', 'pisp', 'manageRegistration']),
    }),
  ]),
)

component('CodeForm', 'Exchange of the one-time code, within 60 seconds and once (D7)', CodeForm)
component('RefreshForm', 'A new access token; the previous one dies at once (D8)', RefreshForm)
component(
  'ClientForm',
  'Client credentials: payments, registration (`PSD2_TPPRegister`), fallback (`aisp` with the header `fallback: 1`)',
  ClientForm,
)
component('TokenForm', 'Fields of the token call', TokenForm)
component('RevokeForm', 'Revocation of a pair of tokens (D9, RFC 7009)', RevokeForm)
