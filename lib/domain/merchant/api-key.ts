import { addDays, daysBetween, type IsoDate } from '@guichet/values/calendar/day.ts'
import { parisDay, parisInstant } from '@guichet/values/calendar/paris.ts'

/** C39. */

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
  'invoices:read',
  'books:read',
] as const
export type ApiScope = (typeof apiScopes)[number]

export const apiModes = ['test', 'live'] as const
export type ApiMode = (typeof apiModes)[number]

export const maxApiKeys = 50

/** 256 random bits. */
const pattern = /^gk_(test|live)_[A-Za-z0-9_-]{43}$/

export function writeApiKey(mode: ApiMode, random: string): string {
  return `gk_${mode}_${random}`
}

/** Null if the text can't be a key. */
export function modeOfApiKey(text: string): ApiMode | null {
  const [, mode] = pattern.exec(text) ?? []
  return apiModes.find(known => known === mode) ?? null
}

export function bearerOf(header: string | null): string | null {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1] ?? null
}

/** `x:write` includes `x:read`. */
export function hasScope(scopes: readonly string[], wanted: ApiScope): boolean {
  return scopes.includes(wanted) || scopes.includes(wanted.replace(/:read$/, ':write'))
}

export function scopesOf(texts: readonly string[]): readonly ApiScope[] {
  return apiScopes.filter(scope => texts.includes(scope))
}

export const maxNetworks = 20

const longestLifeDays = 5 * 365

/** Paris day, included. */
export function keyEndOf(day: IsoDate): Date {
  return parisInstant(addDays(day, 1), 0)
}

export function lastKeyDay(expiresAt: Date): IsoDate {
  return parisDay(new Date(expiresAt.getTime() - 1))
}

export function findKeyEndFault(day: IsoDate, at: Date): 'past' | 'too_late' | null {
  const left = daysBetween(parisDay(at), day)
  return left < 0 ? 'past' : left > longestLifeDays ? 'too_late' : null
}

export const keyStates = ['active', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

export function keyState(
  { revokedAt, expiresAt }: { readonly revokedAt: Date | null; readonly expiresAt: Date | null },
  at: Date,
): KeyState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= at ? 'expired' : 'active'
}

/** Days left; the first in the dashboard too. */
export const keyWarningDays = [14, 3] as const

/** The latest threshold reached, so that a late sweep sends one; null before and after. */
export function dueKeyWarning(expiresAt: Date, at: Date): (typeof keyWarningDays)[number] | null {
  if (expiresAt <= at) return null
  const left = daysBetween(parisDay(at), lastKeyDay(expiresAt))
  return keyWarningDays.filter(days => left <= days).at(-1) ?? null
}
