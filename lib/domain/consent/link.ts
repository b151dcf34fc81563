import { type LinkFailure, withoutGrant } from '#lib/domain/refusals/failure.ts'

/**
 * From our redirect to the tokens; drawn in ARCHITECTURE.md. `other_login`: renewed by another customer, so the
 * grant is revoked. `exchanged_elsewhere`: in a browser without the person's session, so the tokens wait (C9). A
 * second callback has no transition and shows the first's outcome (C5).
 */

export const linkStatuses = ['redirected', 'exchanging', 'quarantined', 'authorised', 'failed', 'revoked'] as const
export type LinkStatus = (typeof linkStatuses)[number]

export const linkEvents = [
  'code_received',
  ...withoutGrant,
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
    overtaken: fail('overtaken'),
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

/** Null if impossible in this status. */
export function nextFlow(status: LinkStatus, event: LinkEvent): FlowEnd | null {
  return edges[status][event] ?? null
}

/** C2. */
export const flowLifeMs = 10 * 60 * 1000

export const quarantineMs = 15 * 60 * 1000

/** Its process died; longer than any answer takes. */
export const exchangeLimitMs = 60 * 1000

export function visitorOf(flowUserId: string, visitor: { readonly userId: string } | null): 'own' | 'none' | 'other' {
  if (visitor === null) return 'none'
  return visitor.userId === flowUserId ? 'own' : 'other'
}

type CallbackErrorEvent = Exclude<
  Extract<LinkEvent, LinkFailure>,
  'expired' | 'answer_lost' | 'our_fault' | 'other_login'
>

/** bank:D6, document 1 sequence 2. */
const deniedBecause: ReadonlyMap<string, CallbackErrorEvent> = new Map([
  ['refused', 'refused_by_person'],
  ['password_locked', 'password_locked'],
  ['code_locked', 'code_locked'],
  ['subscription_terminated', 'subscription_ended'],
  ['no_account', 'no_accounts'],
  ['overtaken', 'overtaken'],
])

/**
 * RFC 6749 § 4.1.2.1, bank:D6. `access_denied` may be the person's or the bank's: without a known description nobody
 * is blamed.
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
