import { dayMs } from '@guichet/values/calendar/day.ts'
import type { EndedBy } from '#lib/domain/people/notice.ts'

/**
 * A person's login at one bank (document 1, Token and consent states); drawn in ARCHITECTURE.md. Before the grant it
 * is a link flow (link.ts).
 */

/** As stored; other displayed states are derived. */
export const connectionStatuses = ['choosing', 'active', 'expired', 'revoked', 'replaced', 'disconnected'] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

export const connectionEvents = [
  'consent_accepted',
  'renewed',
  /** `invalid_grant`: the person or the bank revoked it, not said which. */
  'grant_refused',
  /** `BADS`: another role's scope, so the bank revoked the grant (bank:D59). */
  'scope_refused',
  'login_replaced',
  'authorisation_ended',
  'disconnected',
] as const
export type ConnectionEvent = (typeof connectionEvents)[number]

/** States of a connection that has not ended. */
const aliveStates = ['choosing', 'active', 'renew_soon', 'quota_limited', 'resting', 'bank_down'] as const

export const connectionStates = [...aliveStates, 'expired', 'revoked', 'replaced', 'disconnected'] as const
export type ConnectionState = (typeof connectionStates)[number]

export const connectionReasons = ['grant_refused', 'scope_refused', 'linked_elsewhere', 'linked_by_you'] as const
export type ConnectionReason = (typeof connectionReasons)[number]

const endings: { readonly [reason in ConnectionReason]: EndedBy } = {
  grant_refused: 'bank_side',
  scope_refused: 'us',
  linked_elsewhere: 'another_person',
  linked_by_you: 'you_elsewhere',
}

export function endedByOf(reason: string | null): EndedBy {
  const known = connectionReasons.find(one => one === reason)
  return known ? endings[known] : 'unknown'
}

/** § AIS Limits. */
export const authorisationDays = 180

/** Pages ask to renew; reminders follow. */
export const renewSoonDays = 30

type Transitions = { readonly [status in ConnectionStatus]: ConnectionStatus | null }

const dead = { expired: null, revoked: null, replaced: null, disconnected: null }
const stays = { expired: 'expired', revoked: 'revoked', replaced: 'replaced', disconnected: 'disconnected' } as const
const table: { readonly [event in ConnectionEvent]: Transitions } = {
  consent_accepted: { choosing: 'active', active: 'active', ...dead },
  renewed: { ...everywhere('active'), disconnected: null },
  grant_refused: { choosing: 'revoked', active: 'revoked', ...stays },
  scope_refused: { choosing: 'revoked', active: 'revoked', ...stays, expired: 'revoked' },
  login_replaced: { ...everywhere('replaced'), disconnected: 'disconnected' },
  authorisation_ended: { choosing: 'expired', active: 'expired', ...stays },
  disconnected: everywhere('disconnected'),
}

function everywhere(status: ConnectionStatus): Transitions {
  return { choosing: status, active: status, expired: status, revoked: status, replaced: status, disconnected: status }
}

/** Null if impossible. `consented`: a consent was accepted once; otherwise a renewed one returns to choosing. */
export function nextConnectionStatus(
  status: ConnectionStatus,
  event: ConnectionEvent,
  { consented }: { readonly consented: boolean },
): ConnectionStatus | null {
  const next = table[event][status]
  return event === 'renewed' && next === 'active' && !consented ? 'choosing' : next
}

export function authorisationEndsAt(authorisedAt: Date): Date {
  return new Date(authorisedAt.getTime() + authorisationDays * dayMs)
}

/** Rounded up: 1 is "less than a day", 0 after the end; null without an end. */
export function daysLeft(expiresAt: Date | null, now: Date): number | null {
  if (expiresAt === null) return null
  return Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / dayMs))
}

type Authorisation = { readonly status: ConnectionStatus; readonly expiresAt: Date | null }

export type Circumstances = {
  /** It does not answer. */
  readonly bankDown?: boolean
  /** Its refreshes never ended: paused for a day. */
  readonly resting?: boolean
  /** No unattended read left today (§ AIS Limits). */
  readonly quotaUsedUp?: boolean
}

/**
 * The stored status, but expired once the 180 days are over. For an active one the first that applies: bank down,
 * resting, end near, no reads left.
 */
export function connectionState(
  { status, expiresAt }: Authorisation,
  now: Date,
  { bankDown = false, resting = false, quotaUsedUp = false }: Circumstances = {},
): ConnectionState {
  if (status !== 'active' && status !== 'choosing') return status
  const left = daysLeft(expiresAt, now)
  if (left === 0) return 'expired'
  if (status === 'choosing') return status
  if (bankDown) return 'bank_down'
  if (resting) return 'resting'
  if (left !== null && left <= renewSoonDays) return 'renew_soon'
  return quotaUsedUp ? 'quota_limited' : status
}

export function isAlive(state: ConnectionState): boolean {
  return aliveStates.some(alive => alive === state)
}

/** C23. What the consent allows is in the columns of each account. */
export function mayCallBank(authorisation: Authorisation, now: Date): boolean {
  return isAlive(connectionState(authorisation, now))
}
