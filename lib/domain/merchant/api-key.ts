/** Keys of merchants' programs (C39): what they look like, and what each may do. */

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

/** An organisation may have so many keys that are not revoked. */
export const mostApiKeys = 50

/** `gk_test_` or `gk_live_`, then 256 random bits in base64url. */
const pattern = /^gk_(test|live)_[A-Za-z0-9_-]{43}$/

/** The text of a key, made of 32 random bytes in base64url. */
export function writeApiKey(mode: ApiMode, random: string): string {
  return `gk_${mode}_${random}`
}

/** The mode that a key is for; null for what can't be a key: nobody need look it up. */
export function modeOfApiKey(text: string): ApiMode | null {
  const [, mode] = pattern.exec(text) ?? []
  return apiModes.find(known => known === mode) ?? null
}

/** The key of an `Authorization: Bearer …` header; null without one. */
export function bearerOf(header: string | null): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null
}

/** Whether scopes as stored allow one: `x:write` brings `x:read` with it. */
export function hasScope(scopes: readonly string[], wanted: ApiScope): boolean {
  return scopes.includes(wanted) || scopes.includes(wanted.replace(/:read$/, ':write'))
}

/** Scopes of a stored key, those that we know. */
export function scopesOf(texts: readonly string[]): readonly ApiScope[] {
  return apiScopes.filter(scope => texts.includes(scope))
}
