/** API keys (C39): their format, and their scopes. */

export const apiScopes = [
  'payments:read',
  'payments:write',
  'links:read',
  'links:write',
  'refunds:read',
  'refunds:write',
  'webhooks:read',
  'webhooks:write',
  'events:read',
] as const
export type ApiScope = (typeof apiScopes)[number]

export const apiModes = ['test', 'live'] as const
export type ApiMode = (typeof apiModes)[number]

/** Maximum number of active keys of an organisation. */
export const mostApiKeys = 50

/** `gk_test_` or `gk_live_`, then 256 random bits in base64url. */
const pattern = /^gk_(test|live)_[A-Za-z0-9_-]{43}$/

/** A key's text from 32 random bytes in base64url. */
export function writeApiKey(mode: ApiMode, random: string): string {
  return `gk_${mode}_${random}`
}

/** The mode of a key; null if the text can't be a key, so no lookup is needed. */
export function modeOfApiKey(text: string): ApiMode | null {
  const [, mode] = pattern.exec(text) ?? []
  return apiModes.find(known => known === mode) ?? null
}

/** The key of an `Authorization: Bearer …` header; null without one. */
export function bearerOf(header: string | null): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null
}

/** Whether stored scopes allow one: `x:write` includes `x:read`. */
export function hasScope(scopes: readonly string[], wanted: ApiScope): boolean {
  return scopes.includes(wanted) || scopes.includes(wanted.replace(/:read$/, ':write'))
}

/** The known scopes of a stored key. */
export function scopesOf(texts: readonly string[]): readonly ApiScope[] {
  return apiScopes.filter(scope => texts.includes(scope))
}
