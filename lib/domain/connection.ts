/**
 * The life of a connection, a person's login at one bank (document 1, Token and consent states).
 *
 *                        consent_accepted
 *          choosing ─────────────────────────> active <─┐ consent_accepted, renewed
 *             │ │ │                            │ │ │ └──┘
 *             │ │ └── authorisation_ended ─────│─│─┴───> expired ──┐
 *             │ └──── grant_refused, ──────────│─┴─────> revoked ──┼── renewed ──> active, or choosing
 *             │       revoked_at_bank          │                   │               when nothing was ever
 *             └────── login_replaced ──────────┴───────> replaced ─┘               consented
 *
 *     any but disconnected ── disconnected ──> disconnected (the end)
 *
 *                      choosing   active     expired    revoked    replaced   disconnected
 *  consent_accepted    active     active     –          –          –          –
 *  consent_refused     choosing   active     –          –          –          –
 *  renewed             choosing*  active*    active*    active*    active*    –
 *  grant_refused       revoked    revoked    expired    revoked    replaced   disconnected
 *  revoked_at_bank     revoked    revoked    revoked    revoked    replaced   disconnected
 *  login_replaced      replaced   replaced   replaced   replaced   replaced   disconnected
 *  authorisation_ended expired    expired    expired    revoked    replaced   disconnected
 *  disconnected        all to disconnected
 *
 *  –  can't happen: refused        *  choosing as long as no consent was ever accepted
 */

/** As stored. `renew_soon` is never stored, it is `active` with at most 30 days left. */
export const connectionStatuses = ['choosing', 'active', 'expired', 'revoked', 'replaced', 'disconnected'] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]

export const connectionEvents = [
  'consent_accepted',
  'consent_refused',
  'renewed',
  'grant_refused',
  'revoked_at_bank',
  'login_replaced',
  'authorisation_ended',
  'disconnected',
] as const
export type ConnectionEvent = (typeof connectionEvents)[number]

/** As shown. */
export type ConnectionState = ConnectionStatus | 'renew_soon'

const dayMs = 24 * 60 * 60 * 1000

/** § AIS Limits: a refresh token lives at most 180 days after the last strong authentication. */
export const authorisationDays = 180

/** From here on a page asks to renew; reminders go out at 30, 14, 7 and 1 days. */
export const renewSoonDays = 30

type Row = { readonly [status in ConnectionStatus]: ConnectionStatus | null }

const dead = { expired: null, revoked: null, replaced: null, disconnected: null }
const table: { readonly [event in ConnectionEvent]: Row } = {
  consent_accepted: { choosing: 'active', active: 'active', ...dead },
  consent_refused: { choosing: 'choosing', active: 'active', ...dead },
  renewed: {
    choosing: 'active',
    active: 'active',
    expired: 'active',
    revoked: 'active',
    replaced: 'active',
    disconnected: null,
  },
  grant_refused: {
    choosing: 'revoked',
    active: 'revoked',
    expired: 'expired',
    revoked: 'revoked',
    replaced: 'replaced',
    disconnected: 'disconnected',
  },
  revoked_at_bank: {
    choosing: 'revoked',
    active: 'revoked',
    expired: 'revoked',
    revoked: 'revoked',
    replaced: 'replaced',
    disconnected: 'disconnected',
  },
  login_replaced: {
    choosing: 'replaced',
    active: 'replaced',
    expired: 'replaced',
    revoked: 'replaced',
    replaced: 'replaced',
    disconnected: 'disconnected',
  },
  authorisation_ended: {
    choosing: 'expired',
    active: 'expired',
    expired: 'expired',
    revoked: 'revoked',
    replaced: 'replaced',
    disconnected: 'disconnected',
  },
  disconnected: {
    choosing: 'disconnected',
    active: 'disconnected',
    expired: 'disconnected',
    revoked: 'disconnected',
    replaced: 'disconnected',
    disconnected: 'disconnected',
  },
}

/**
 * Where an event leads by the table above; null when it can't happen there, which a service refuses. `consented` says
 * whether any consent of this connection was ever accepted: a renewed one goes back to choosing without.
 */
export function nextConnectionStatus(
  status: ConnectionStatus,
  event: ConnectionEvent,
  { consented }: { readonly consented: boolean },
): ConnectionStatus | null {
  const next = table[event][status]
  return event === 'renewed' && next === 'active' && !consented ? 'choosing' : next
}

/** Whether a text from the database is one of ours. */
export function isConnectionStatus(text: string): text is ConnectionStatus {
  return connectionStatuses.some(status => status === text)
}

/** Instant at which an authorisation ends: 180 days after the person authenticated at the bank. */
export function authorisationEndsAt(authorisedAt: Date): Date {
  return new Date(authorisedAt.getTime() + authorisationDays * dayMs)
}

/** Whole days left, rounded up: 1 means "less than a day". Zero once it is over; null when there is no end yet. */
export function daysLeft(expiresAt: Date | null, now: Date): number | null {
  if (expiresAt === null) return null
  return Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / dayMs))
}

type Authorisation = { readonly status: ConnectionStatus; readonly expiresAt: Date | null }

/** What is shown: the stored status, but expired as soon as the 180 days are over, whether or not a job noticed. */
export function connectionState({ status, expiresAt }: Authorisation, now: Date): ConnectionState {
  if (status !== 'active' && status !== 'choosing') return status
  const left = daysLeft(expiresAt, now)
  if (left === 0) return 'expired'
  return status === 'active' && left !== null && left <= renewSoonDays ? 'renew_soon' : status
}

/** Whether the bank may be called with this connection's tokens at all (C23). Consent is asked apart, by `mayRead`. */
export function mayCallBank(authorisation: Authorisation, now: Date): boolean {
  const state = connectionState(authorisation, now)
  return state === 'choosing' || state === 'active' || state === 'renew_soon'
}
