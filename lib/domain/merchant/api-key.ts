import { addDays, daysBetween, type IsoDate } from '@guichet/values/calendar/day.ts'
import { parisDay, parisInstant } from '@guichet/values/calendar/paris.ts'

/** API keys (C39): their format, their scopes, and the limits that a member sets. */

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
export const maxApiKeys = 50

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

/** Most networks that a key can be limited to. */
export const maxNetworks = 20

/** A key can be chosen to end at most five years from now. */
const longestLifeDays = 5 * 365

/** The instant at which a key ends whose last day is `day` in Paris. */
export function keyEndOf(day: IsoDate): Date {
  return parisInstant(addDays(day, 1), 0)
}

/** The last day in Paris of a key that ends at an instant. */
export function lastKeyDay(expiresAt: Date): IsoDate {
  return parisDay(new Date(expiresAt.getTime() - 1))
}

/** What is wrong with the last day that a member chose; null if it can be chosen now. */
export function findKeyEndFault(day: IsoDate, at: Date): 'past' | 'too_late' | null {
  const left = daysBetween(parisDay(at), day)
  return left < 0 ? 'past' : left > longestLifeDays ? 'too_late' : null
}

export const keyStates = ['active', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

/** Whether a key can be used now. */
export function keyState(
  { revokedAt, expiresAt }: { readonly revokedAt: Date | null; readonly expiresAt: Date | null },
  at: Date,
): KeyState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= at ? 'expired' : 'active'
}

/** Days left at which members are told that a key expires, the first in the dashboard too. */
export const keyWarningDays = [14, 3] as const

/**
 * The warning that is due for a key that ends at an instant: the latest threshold that has come, so that a sweep which was late sends
 * one. Null with more days left, and after the end.
 */
export function dueKeyWarning(expiresAt: Date, at: Date): (typeof keyWarningDays)[number] | null {
  if (expiresAt <= at) return null
  const left = daysBetween(parisDay(at), lastKeyDay(expiresAt))
  return keyWarningDays.filter(days => left <= days).at(-1) ?? null
}
