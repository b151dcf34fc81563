import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { apiModes, apiScopes, keyStates } from '#lib/domain/merchant/api-key.ts'

/** Keys as the pages of their organisation show them. */

export const ApiKeyView = z.object({
  id: z.uuid(),
  mode: z.enum(apiModes),
  name: z.string(),
  /** `gk_test_…a1b2`: identifies a key without disclosing it. */
  label: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** Of these, what the holder's role does not allow now: such requests are refused. */
  withheld: z.array(z.enum(apiScopes)),
  createdBy: z.string(),
  /** The member whose role limits it: an owner who took it over, or its maker. */
  holder: z.string(),
  isYours: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
  state: z.enum(keyStates),
  /** The last day in Paris on which it can be used; null if it does not expire. */
  expiresOn: z.iso.date().nullable(),
  /** CIDR; empty: it can be used from anywhere. */
  allowedNetworks: z.array(z.string()),
})
export type ApiKeyView = z.infer<typeof ApiKeyView>

/** The only answer that contains the key itself. */
export const NewApiKeyView = z.object({ key: z.string(), view: ApiKeyView })
export type NewApiKeyView = z.infer<typeof NewApiKeyView>

/** What a member can change later. */
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

/** A key that expires soon, for a note on the dashboard. */
export type ExpiringKey = { readonly id: string; readonly name: string; readonly expiresOn: string }
