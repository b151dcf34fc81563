import type { EndedBy } from '#lib/domain/people/notice.ts'

/**
 * The life of a connection, a person's login at one bank (document 1, Token and consent states).
 *
 *                        consent_accepted
 *          choosing ─────────────────────────> active <─┐ consent_accepted, renewed
 *             │ │ │                            │ │ │ └──┘
 *             │ │ └── authorisation_ended ─────│─│─┴───> expired ──┐
 *             │ └──── grant_refused, ──────────│─┴─────> revoked ──┼── renewed ──> active, or choosing
 *             │       scope_refused            │                   │               when nothing was ever
 *             └────── login_replaced ──────────┴───────> replaced ─┘               consented
 *
 *     any but disconnected ── disconnected ──> disconnected (the end)
 *
 *                      choosing   active     expired    revoked    replaced   disconnected
 *  consent_accepted    active     active     –          –          –          –
 *  consent_refused     choosing   active     –          –          –          –
 *  renewed             choosing*  active*    active*    active*    active*    –
 *  grant_refused       revoked    revoked    expired    revoked    replaced   disconnected
 *  scope_refused       revoked    revoked    revoked    revoked    replaced   disconnected
 *  login_replaced      replaced   replaced   replaced   replaced   replaced   disconnected
 *  authorisation_ended expired    expired    expired    revoked    replaced   disconnected
 *  disconnected        all to disconnected
 *
 *  –  can't happen: refused        *  choosing as long as no consent was ever accepted
 *
 * A connection has no row until the bank has granted access: until then it is a link flow (link.ts), then it is `choosing`.
 * An active one is displayed as the most important condition that applies: `bank_down`, `resting`, `renew_soon`,
 * `quota_limited`.
 */

/**
 * As stored. Other displayed states (`renew_soon`, `bank_down`, `resting`, `quota_limited`) are derived from dates and
 * data.
 */
export const connectionStatuses = ['choosing', 'active', 'expired', 'revoked', 'replaced', 'disconnected'] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

export const connectionEvents = [
  'consent_accepted',
  'consent_refused',
  'renewed',
  /** `invalid_grant` at a token refresh: revoked by the person at the bank, or by the bank; it does not say which. */
  'grant_refused',
  /** `BADS`: we used another role's scope, so the bank revoked the grant (document 1, tokens; bank:D59). */
  'scope_refused',
  'login_replaced',
  'authorisation_ended',
  'disconnected',
] as const
export type ConnectionEvent = (typeof connectionEvents)[number]

/** As shown. */
export const connectionStates = [
  'choosing',
  'active',
  'renew_soon',
  'quota_limited',
  'resting',
  'bank_down',
  'expired',
  'revoked',
  'replaced',
  'disconnected',
] as const
export type ConnectionState = (typeof connectionStates)[number]

/** The reason stored with a connection's status. */
export const connectionReasons = ['grant_refused', 'scope_refused', 'linked_elsewhere', 'linked_by_you'] as const
export type ConnectionReason = (typeof connectionReasons)[number]

const endings: { readonly [reason in ConnectionReason]: EndedBy } = {
  grant_refused: 'bank_side',
  scope_refused: 'us',
  linked_elsewhere: 'another_person',
  linked_by_you: 'you_elsewhere',
}

/** Who ended a connection, by its stored reason. */
export function endedByOf(reason: string | null): EndedBy {
  const known = connectionReasons.find(one => one === reason)
  return known ? endings[known] : 'unknown'
}

const dayMs = 24 * 60 * 60 * 1000

/** § AIS Limits: a refresh token lives at most 180 days after the last strong authentication. */
export const authorisationDays = 180

/** With fewer days left pages ask to renew; reminders are sent at 30, 14, 7 and 1 days. */
export const renewSoonDays = 30

type Transitions = { readonly [status in ConnectionStatus]: ConnectionStatus | null }

const dead = { expired: null, revoked: null, replaced: null, disconnected: null }
const stays = { expired: 'expired', revoked: 'revoked', replaced: 'replaced', disconnected: 'disconnected' } as const
const table: { readonly [event in ConnectionEvent]: Transitions } = {
  consent_accepted: { choosing: 'active', active: 'active', ...dead },
  consent_refused: { choosing: 'choosing', active: 'active', ...dead },
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

/**
 * The next status by the table above; null if impossible, which a service refuses. `consented`: any consent of this
 * connection was ever accepted; otherwise a renewed one returns to choosing.
 */
export function nextConnectionStatus(
  status: ConnectionStatus,
  event: ConnectionEvent,
  { consented }: { readonly consented: boolean },
): ConnectionStatus | null {
  const next = table[event][status]
  return event === 'renewed' && next === 'active' && !consented ? 'choosing' : next
}

/** Instant at which an authorisation ends: 180 days after the person authenticated at the bank. */
export function authorisationEndsAt(authorisedAt: Date): Date {
  return new Date(authorisedAt.getTime() + authorisationDays * dayMs)
}

/** Whole days left, rounded up: 1 means "less than a day". Zero after the end; null without an end yet. */
export function daysLeft(expiresAt: Date | null, now: Date): number | null {
  if (expiresAt === null) return null
  return Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / dayMs))
}

type Authorisation = { readonly status: ConnectionStatus; readonly expiresAt: Date | null }

/** Current conditions besides the connection's own state. */
export type Circumstances = {
  /** Calls to this bank are blocked because it does not answer. */
  readonly bankDown?: boolean
  /** Its last refreshes never ended: workers pause it for a day. */
  readonly resting?: boolean
  /** The bank allows no further unattended read today (§ AIS Limits). */
  readonly quotaUsedUp?: boolean
}

/**
 * The displayed state: the stored status, but expired as soon as the 180 days are over, even if no job noticed. For an
 * active one the first that applies: bank down, resting, end near, no unattended reads left today.
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

const callable: readonly ConnectionState[] = [
  'choosing',
  'active',
  'renew_soon',
  'quota_limited',
  'resting',
  'bank_down',
]

/** Whether data is read in this state, now or later. */
export function isAlive(state: ConnectionState): boolean {
  return callable.includes(state)
}

/** Whether the bank may be called with this connection's tokens (C23). Consent is checked separately, by `mayRead`. */
export function mayCallBank(authorisation: Authorisation, now: Date): boolean {
  return isAlive(connectionState(authorisation, now))
}
