import { z } from 'zod'

/** Fields of the token and revocation calls. */

/** A required field; an empty one counts as missing (RFC 6749 § 3.1). */
const required = z.string().min(1)

/** The scope is that of the authorization, so none is sent. */
const noScope = z.literal('', { error: 'must not be sent here: it is that of the authorization' }).optional()

/** Any valid URL; the code says which one it must be. */
const address = z.stringFormat('uri', text => URL.canParse(text), { error: 'must be an absolute address' })

/** RFC 7636 § 4.1; empty counts as missing. */
const verifier = z
  .string()
  .regex(/^([A-Za-z0-9._~-]{43,128})?$/, { error: 'must be 43 to 128 characters of A-Z a-z 0-9 - . _ ~' })
  .optional()

/** Exchange of the one-time code, within 60 seconds and once (bank:D7). */
export const CodeForm = z.looseObject({
  grant_type: z.literal('authorization_code'),
  client_id: required,
  code: required,
  redirect_uri: address,
  scope: noScope,
  code_verifier: verifier,
})

/** A new access token; the previous one is invalid at once (bank:D8). */
export const RefreshForm = z.looseObject({
  grant_type: z.literal('refresh_token'),
  client_id: required,
  refresh_token: required,
  scope: noScope,
})

/** Client credentials: payments, registration (`PSD2_TPPRegister`), fallback (`aisp` with the header `fallback: 1`). */
export const ClientForm = z.looseObject({
  grant_type: z.literal('client_credentials'),
  client_id: required,
  scope: z.enum(['aisp', 'pisp', 'manageRegistration'], {
    error: 'must be pisp, aisp or manageRegistration for client_credentials',
  }),
})

/** Fields of the token call. */
export const TokenForm = z.discriminatedUnion('grant_type', [CodeForm, RefreshForm, ClientForm])

/** Revocation of a pair of tokens (bank:D9, RFC 7009). */
export const RevokeForm = z.looseObject({
  token: required,
  token_type_hint: z.string().optional(),
  client_id: required,
})

/** The grant type, read first from a token call. */
export const GrantName = z.looseObject({ grant_type: required })

/** The client, checked before the rest of a form. */
export const ClientName = z.looseObject({ client_id: required })
