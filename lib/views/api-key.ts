import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { apiModes, apiScopes, keyStates } from '#lib/domain/merchant/api-key.ts'

export const ApiKeyView = z.object({
  id: z.uuid(),
  mode: z.enum(apiModes),
  name: z.string(),
  /** `gk_test_…a1b2`. */
  label: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** The holder's role does not allow them now. */
  withheld: z.array(z.enum(apiScopes)),
  createdBy: z.string(),
  /** An owner who took it over, or its maker. */
  holder: z.string(),
  isYours: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  state: z.enum(keyStates),
  /** Paris day, included; null: none. */
  expiresOn: z.iso.date().nullable(),
  /** CIDR; empty: anywhere. */
  allowedNetworks: z.array(z.string()),
})
export type ApiKeyView = z.infer<typeof ApiKeyView>

/** The only answer with the key. */
export const NewApiKeyView = z.object({ key: z.string(), view: ApiKeyView })
export type NewApiKeyView = z.infer<typeof NewApiKeyView>

export const ApiKeyChange = z.strictObject({
  name: typedSingleLine(80).min(1),
  expiresOn: z.iso.date().nullable().default(null),
  allowedNetworks: z.array(typedSingleLine(60)).max(100).default([]),
})
export type ApiKeyChange = z.input<typeof ApiKeyChange>

export const ApiKeyInput = ApiKeyChange.extend({
  mode: z.enum(apiModes),
  scopes: z.array(z.enum(apiScopes)).min(1).max(apiScopes.length),
})
export type ApiKeyInput = z.input<typeof ApiKeyInput>

export type ExpiringKey = { readonly id: string; readonly name: string; readonly expiresOn: string }
