import type { LinkFailure } from '#lib/domain/refusals/failure.ts'

/**
 * One link flow, from our redirect to the tokens.
 *
 *     redirected ── code_received ──> exchanging ── exchanged_here ──────> authorised
 *         │                               │  └───── exchanged_elsewhere ─> quarantined ── claimed ──> authorised
 *         │ refused_by_person             │                                     └─ quarantine_over ─> revoked
 *         │ timed_out_at_bank             │ bank_error, answer_lost, our_fault,
 *         │ locked, ended, not agreed     │ no_accounts, other_login
 *         │ bank_error, our_fault         │
 *         │ expired                       │
 *         └────────────> failed <─────────┴──────── other_login ── quarantined
 *
 * `other_login` is a renewal authorised by another customer of the bank: data are not mixed, and the grant is revoked.
 * `exchanged_elsewhere` is a callback in a browser where nobody, or somebody else, is signed in: its tokens wait (C9).
 * `nextFlow` returns null for every other transition: a second callback has none, and shows the outcome of the first (C5).
 */

export const linkStatuses = ['redirected', 'exchanging', 'quarantined', 'authorised', 'failed', 'revoked'] as const
export type LinkStatus = (typeof linkStatuses)[number]

export const linkEvents = [
  'code_received',
  'refused_by_person',
  'timed_out_at_bank',
  'password_locked',
  'code_locked',
  'subscription_ended',
  'overtaken',
  'not_agreed',
  'bank_error',
  'expired',
  'exchanged_here',
  'exchanged_elsewhere',
  'answer_lost',
  'our_fault',
  'no_accounts',
  'other_login',
  'claimed',
  'quarantine_over',
] as const
export type LinkEvent = (typeof linkEvents)[number]

export type FlowEnd = { readonly status: LinkStatus; readonly failure: LinkFailure | null }

const to = (status: LinkStatus): FlowEnd => ({ status, failure: null })
const fail = (failure: LinkFailure): FlowEnd => ({ status: 'failed', failure })

const edges: { readonly [status in LinkStatus]: { readonly [event in LinkEvent]?: FlowEnd } } = {
  redirected: {
    code_received: to('exchanging'),
    refused_by_person: fail('refused_by_person'),
    timed_out_at_bank: fail('timed_out_at_bank'),
    password_locked: fail('password_locked'),
    code_locked: fail('code_locked'),
    subscription_ended: fail('subscription_ended'),
    overtaken: fail('overtaken'),
    not_agreed: fail('not_agreed'),
    no_accounts: fail('no_accounts'),
    bank_error: fail('bank_error'),
    expired: fail('expired'),
    our_fault: fail('our_fault'),
  },
  exchanging: {
    exchanged_here: to('authorised'),
    exchanged_elsewhere: to('quarantined'),
    bank_error: fail('bank_error'),
    answer_lost: fail('answer_lost'),
    our_fault: fail('our_fault'),
    no_accounts: fail('no_accounts'),
    other_login: fail('other_login'),
  },
  quarantined: {
    other_login: fail('other_login'),
    claimed: to('authorised'),
    quarantine_over: { status: 'revoked', failure: 'quarantine_expired' },
  },
  authorised: {},
  failed: {},
  revoked: {},
}

/** The next status, and the failure if it is one; null if impossible in this status. */
export function nextFlow(status: LinkStatus, event: LinkEvent): FlowEnd | null {
  return edges[status][event] ?? null
}

/** C2: the state of a link flow is valid for ten minutes. */
export const flowLifeMs = 10 * 60 * 1000

/** How long quarantined tokens wait for the user who requested them. */
export const quarantineMs = 15 * 60 * 1000

/** An exchange that never ended because its process died. Longer than any bank's answer may take. */
export const exchangeLimitMs = 60 * 1000

/** Who a callback's browser belongs to: the initiator, nobody, or another user. */
export function visitorOf(flowUserId: string, visitor: { readonly userId: string } | null): 'own' | 'none' | 'other' {
  if (visitor === null) return 'none'
  return visitor.userId === flowUserId ? 'own' : 'other'
}

type CallbackErrorEvent = Exclude<
  Extract<LinkEvent, LinkFailure>,
  'expired' | 'answer_lost' | 'our_fault' | 'other_login'
>

/** The descriptions sent with `access_denied` (bank:D6, document 1 sequence 2), and the outcome of each. */
const deniedBecause: ReadonlyMap<string, CallbackErrorEvent> = new Map([
  ['refused', 'refused_by_person'],
  ['password_locked', 'password_locked'],
  ['code_locked', 'code_locked'],
  ['subscription_terminated', 'subscription_ended'],
  ['no_account', 'no_accounts'],
  ['overtaken', 'overtaken'],
])

/**
 * The meaning of an OAuth error at the callback (RFC 6749 § 4.1.2.1, bank:D6). `access_denied` may be a refusal by the
 * person or by the bank: only its description says which, so without a known one nobody is blamed. Every other
 * error is the bank's.
 */
export function eventOfCallbackError(error: string, description: string | null): CallbackErrorEvent {
  const said = (description ?? '').trim().toLowerCase()
  const known = error === 'access_denied' ? deniedBecause.get(said) : undefined
  if (known) return known
  const saysTimeout = /time[d_ -]*out|expired|délai|inactiv/.test(`${error} ${said}`)
  if (saysTimeout || error === 'login_required') return 'timed_out_at_bank'
  if (error !== 'access_denied') return 'bank_error'
  return /^(the )?(customer|user|psu) (refused|cancelled|denied)|(refused|cancelled|denied) by (the )?(customer|user|psu)/.test(
    said,
  )
    ? 'refused_by_person'
    : 'not_agreed'
}
