import { outcomes } from '@guichet/sandbox/store/journey.ts'
import { describe, expect, test } from 'vitest'
import { linkFailures } from '#lib/domain/refusals/failure.ts'
import {
  eventOfCallbackError,
  exchangeLimitMs,
  type FlowEnd,
  flowLifeMs,
  type LinkEvent,
  type LinkStatus,
  linkEvents,
  linkStatuses,
  nextFlow,
  quarantineMs,
  visitorOf,
} from './link.ts'

/** Every transition; all other pairs must be refused. */
const edges: readonly [LinkStatus, LinkEvent, LinkStatus, FlowEnd['failure']][] = [
  ['redirected', 'code_received', 'exchanging', null],
  ['redirected', 'refused_by_person', 'failed', 'refused_by_person'],
  ['redirected', 'timed_out_at_bank', 'failed', 'timed_out_at_bank'],
  ['redirected', 'password_locked', 'failed', 'password_locked'],
  ['redirected', 'code_locked', 'failed', 'code_locked'],
  ['redirected', 'subscription_ended', 'failed', 'subscription_ended'],
  ['redirected', 'overtaken', 'failed', 'overtaken'],
  ['redirected', 'not_agreed', 'failed', 'not_agreed'],
  ['redirected', 'no_accounts', 'failed', 'no_accounts'],
  ['redirected', 'bank_error', 'failed', 'bank_error'],
  ['redirected', 'expired', 'failed', 'expired'],
  ['redirected', 'our_fault', 'failed', 'our_fault'],
  ['exchanging', 'exchanged_here', 'authorised', null],
  ['exchanging', 'exchanged_elsewhere', 'quarantined', null],
  ['exchanging', 'bank_error', 'failed', 'bank_error'],
  ['exchanging', 'overtaken', 'failed', 'overtaken'],
  ['exchanging', 'answer_lost', 'failed', 'answer_lost'],
  ['exchanging', 'our_fault', 'failed', 'our_fault'],
  ['exchanging', 'no_accounts', 'failed', 'no_accounts'],
  ['exchanging', 'other_login', 'failed', 'other_login'],
  ['quarantined', 'other_login', 'failed', 'other_login'],
  ['quarantined', 'claimed', 'authorised', null],
  ['quarantined', 'quarantine_over', 'revoked', 'quarantine_expired'],
]

const cases = linkStatuses.flatMap(status => linkEvents.map(event => [status, event] as const))

describe('nextFlow', () => {
  test.each(cases)('%s × %s', (from, event) => {
    const edge = edges.find(([status, happens]) => status === from && happens === event)
    expect(nextFlow(from, event)).toEqual(edge ? { status: edge[2], failure: edge[3] } : null)
  })

  test('C5: a second code has no transition, whatever the outcome of the first', () => {
    for (const status of linkStatuses.filter(other => other !== 'redirected')) {
      expect(nextFlow(status, 'code_received')).toBeNull()
    }
  })

  test('a failure is named exactly when the link flow failed or was revoked', () => {
    for (const [status, event] of cases) {
      const end = nextFlow(status, event)
      if (end) expect(end.failure !== null).toBe(end.status === 'failed' || end.status === 'revoked')
      if (end?.failure) expect(linkFailures).toContain(end.failure)
    }
  })
})

test('C9: the browser of the initiator, of nobody, or of another user', () => {
  expect(visitorOf('u1', null)).toBe('none')
  expect(visitorOf('u1', { userId: 'u1' })).toBe('own')
  expect(visitorOf('u1', { userId: 'u2' })).toBe('other')
})

test.each([
  ['access_denied', null, 'not_agreed'],
  ['access_denied', '', 'not_agreed'],
  ['access_denied', 'a reason of some other bank', 'not_agreed'],
  ['access_denied', 'refused_by_risk_control', 'not_agreed'],
  ['access_denied', 'refused', 'refused_by_person'],
  ['access_denied', 'refused by the customer', 'refused_by_person'],
  ['access_denied', 'password_locked', 'password_locked'],
  ['access_denied', 'code_locked', 'code_locked'],
  ['access_denied', 'subscription_terminated', 'subscription_ended'],
  ['access_denied', ' Subscription_Terminated ', 'subscription_ended'],
  ['access_denied', 'no_account', 'no_accounts'],
  ['access_denied', 'overtaken', 'overtaken'],
  ['server_error', 'subscription_terminated', 'bank_error'],
  ['access_denied', 'The customer refused', 'refused_by_person'],
  ['access_denied', 'authentication timed out', 'timed_out_at_bank'],
  ['access_denied', 'timeout', 'timed_out_at_bank'],
  ['login_required', null, 'timed_out_at_bank'],
  ['server_error', null, 'bank_error'],
  ['temporarily_unavailable', null, 'bank_error'],
  ['invalid_scope', 'x', 'bank_error'],
  ['<script>', null, 'bank_error'],
] as const)('error %s with %s means %s', (error, description, event) => {
  expect(eventOfCallbackError(error, description)).toBe(event)
})

test('every way in which the sandbox bank ends an authorisation has an outcome of its own', () => {
  const refusals = outcomes.filter(outcome => outcome !== 'approved')
  const endings = refusals.map(outcome => eventOfCallbackError('access_denied', outcome))
  expect(new Set(endings).size).toBe(refusals.length)
  expect(endings).not.toContain('not_agreed')
  expect(endings.filter(ending => ending === 'refused_by_person')).toHaveLength(1)
})

test('a flow lives for ten minutes, its quarantine for fifteen, an exchange for one', () => {
  expect([flowLifeMs, quarantineMs, exchangeLimitMs]).toEqual([600_000, 900_000, 60_000])
})
