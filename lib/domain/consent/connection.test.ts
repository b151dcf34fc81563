import { describe, expect, test } from 'vitest'
import {
  authorisationEndsAt,
  type ConnectionEvent,
  type ConnectionStatus,
  connectionEvents,
  connectionReasons,
  connectionState,
  connectionStates,
  connectionStatuses,
  daysLeft,
  endedByOf,
  isAlive,
  mayCallBank,
  nextConnectionStatus,
} from './connection.ts'

const day = 86_400_000
const now = new Date('2026-11-21T12:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * day)

/** The table of the module's head, repeated: status × event → next, null if impossible. */
const expected: Record<ConnectionEvent, Record<ConnectionStatus, ConnectionStatus | null>> = {
  consent_accepted: row('active', 'active', null, null, null, null),
  renewed: row('active', 'active', 'active', 'active', 'active', null),
  grant_refused: row('revoked', 'revoked', 'expired', 'revoked', 'replaced', 'disconnected'),
  scope_refused: row('revoked', 'revoked', 'revoked', 'revoked', 'replaced', 'disconnected'),
  login_replaced: row('replaced', 'replaced', 'replaced', 'replaced', 'replaced', 'disconnected'),
  authorisation_ended: row('expired', 'expired', 'expired', 'revoked', 'replaced', 'disconnected'),
  disconnected: row('disconnected', 'disconnected', 'disconnected', 'disconnected', 'disconnected', 'disconnected'),
}

function row(...next: (ConnectionStatus | null)[]): Record<ConnectionStatus, ConnectionStatus | null> {
  const [choosing = null, active = null, expired = null, revoked = null, replaced = null, disconnected = null] = next
  return { choosing, active, expired, revoked, replaced, disconnected }
}

const cases = connectionStatuses.flatMap(status => connectionEvents.map(event => [status, event] as const))

describe('nextConnectionStatus', () => {
  test.each(cases)('%s × %s', (status, event) => {
    expect(nextConnectionStatus(status, event, { consented: true })).toBe(expected[event][status])
  })

  test.each(cases)('%s × %s, never consented', (status, event) => {
    const next = expected[event][status]
    const withoutConsent = event === 'renewed' && next === 'active' ? 'choosing' : next
    expect(nextConnectionStatus(status, event, { consented: false })).toBe(withoutConsent)
  })

  test('nothing leads out of disconnected', () => {
    for (const event of connectionEvents) {
      expect([null, 'disconnected']).toContain(nextConnectionStatus('disconnected', event, { consented: true }))
    }
  })
})

describe('connectionState', () => {
  test.each([
    ['active', 31, 'active'],
    ['active', 30, 'renew_soon'],
    ['active', 0.1, 'renew_soon'],
    ['active', 0, 'expired'],
    ['active', -5, 'expired'],
    ['choosing', 3, 'choosing'],
    ['choosing', 0, 'expired'],
    ['revoked', 100, 'revoked'],
    ['replaced', -1, 'replaced'],
    ['disconnected', -1, 'disconnected'],
    ['expired', 100, 'expired'],
  ] as const)('%s with %s days left is %s', (status, days, state) => {
    expect(connectionState({ status, expiresAt: inDays(days) }, now)).toBe(state)
  })

  test('without an end yet it is what is stored', () => {
    expect(connectionState({ status: 'choosing', expiresAt: null }, now)).toBe('choosing')
    expect(connectionState({ status: 'active', expiresAt: null }, now)).toBe('active')
  })

  test('C23: no call after 180 days, nor once the connection has ended', () => {
    const authorisedAt = now
    const expiresAt = authorisationEndsAt(authorisedAt)
    expect(mayCallBank({ status: 'active', expiresAt }, inDays(179.99))).toBe(true)
    expect(mayCallBank({ status: 'active', expiresAt }, inDays(180))).toBe(false)
    for (const status of connectionStatuses) {
      expect(mayCallBank({ status, expiresAt }, now)).toBe(status === 'active' || status === 'choosing')
    }
  })

  test.each([
    [{}, 100, 'active'],
    [{ quotaUsedUp: true }, 100, 'quota_limited'],
    [{ quotaUsedUp: true }, 20, 'renew_soon'],
    [{ bankDown: true }, 100, 'bank_down'],
    [{ bankDown: true }, 20, 'bank_down'],
    [{ bankDown: true, quotaUsedUp: true }, 20, 'bank_down'],
    [{ resting: true }, 100, 'resting'],
    [{ resting: true, quotaUsedUp: true }, 20, 'resting'],
    [{ resting: true, bankDown: true }, 100, 'bank_down'],
    [{ resting: true }, 0, 'expired'],
    [{ bankDown: true, quotaUsedUp: true }, 0, 'expired'],
  ] as const)('active with %o and %s days left is %s', (circumstances, days, state) => {
    expect(connectionState({ status: 'active', expiresAt: inDays(days) }, now, circumstances)).toBe(state)
  })

  test('circumstances do not change the state of an inactive connection', () => {
    for (const status of connectionStatuses.filter(other => other !== 'active')) {
      const authorisation = { status, expiresAt: inDays(100) }
      expect(connectionState(authorisation, now, { bankDown: true, resting: true, quotaUsedUp: true })).toBe(
        connectionState(authorisation, now),
      )
    }
  })

  test('every state can occur, and is alive or not', () => {
    const shown = connectionStatuses.flatMap(status =>
      [100, 20, 0].flatMap(days =>
        [{}, { bankDown: true }, { resting: true }, { quotaUsedUp: true }].map(circumstances =>
          connectionState({ status, expiresAt: inDays(days) }, now, circumstances),
        ),
      ),
    )
    expect([...new Set(shown)].sort()).toEqual([...connectionStates].sort())
    expect(connectionStates.filter(state => !isAlive(state))).toEqual([
      'expired',
      'revoked',
      'replaced',
      'disconnected',
    ])
  })

  test('each reason says who ended it; an unknown one says nobody', () => {
    expect(connectionReasons.map(endedByOf)).toEqual(['bank_side', 'us', 'another_person', 'you_elsewhere'])
    expect([endedByOf(null), endedByOf('something')]).toEqual(['unknown', 'unknown'])
  })

  test('days are rounded up and never below zero', () => {
    expect([inDays(0.01), inDays(1), inDays(1.01), inDays(-3)].map(at => daysLeft(at, now))).toEqual([1, 1, 2, 0])
    expect(daysLeft(null, now)).toBeNull()
  })
})
