import { typedSingleLine } from '@guichet/values/text/storable.ts'
import { z } from 'zod'
import { apiModes, apiScopes, type keyStates } from '#lib/domain/merchant/api-key.ts'

export type ApiKeyView = {
  id: string
  mode: (typeof apiModes)[number]
  name: string
  /** `gk_test_…a1b2`. */
  label: string
  scopes: (typeof apiScopes)[number][]
  /** The holder's role does not allow them now. */
  withheld: (typeof apiScopes)[number][]
  createdBy: string
  /** An owner who took it over, or its maker. */
  holder: string
  isYours: boolean
  createdAt: string
  lastUsedAt: string | null
  revokedAt: string | null
  state: (typeof keyStates)[number]
  /** Paris day, included; null: none. */
  expiresOn: string | null
  /** CIDR; empty: anywhere. */
  allowedNetworks: string[]
}

/** The only answer with the key. */
export type NewApiKeyView = { key: string; view: ApiKeyView }

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
