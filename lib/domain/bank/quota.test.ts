import { describe, expect, test } from 'vitest'
import { quotaResource, sumUpQuota, unattendedMost } from './quota.ts'

describe('quota', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const use = (used: number, pausedUntil: string | null = null) => ({
    used,
    pausedUntil: pausedUntil === null ? null : new Date(pausedUntil),
  })
  test.each([
    [[], 0, 3, null],
    [[use(1), use(2)], 2, 1, null],
    [[use(3)], 3, 0, null],
    [[use(4)], 4, 0, null],
    [[use(9)], 4, 0, null],
    [[use(1, '2026-11-21T12:00:01Z')], 1, 0, '2026-11-21T12:00:01.000Z'],
    [[use(1, '2026-11-21T12:00:00Z')], 1, 2, null],
    [[use(1, '2026-11-22T00:00:00Z'), use(2, '2026-11-23T00:00:00Z')], 2, 0, '2026-11-23T00:00:00.000Z'],
  ])('%o is shown as used %d, left %d, paused until %s', (uses, used, left, pausedUntil) => {
    const shown = sumUpQuota(uses, now)
    expect(shown).toMatchObject({ used, left, limit: 4 })
    expect(shown.pausedUntil?.toISOString() ?? null).toBe(pausedUntil)
  })

  test('names resources with their page', () => {
    expect(quotaResource({ operation: 'accounts', page: 2 })).toBe('accounts#2')
    expect(quotaResource({ operation: 'identity', page: 1 })).toBe('identity#1')
    expect(quotaResource({ operation: 'balances', resourceId: 'R1' })).toBe('balances:R1')
    expect(quotaResource({ operation: 'transactions', resourceId: 'R1', page: 3 })).toBe('transactions:R1#3')
    expect(quotaResource({ operation: 'owners', resourceId: 'R1', page: 1 })).toBe('owners:R1#1')
    expect(quotaResource({ operation: 'overdrafts', resourceId: 'R1', page: 1 })).toBe('overdrafts:R1#1')
  })

  test('three planned calls and one in reserve', () => {
    expect(unattendedMost({ repetition: false })).toBe(3)
    expect(unattendedMost({ repetition: true })).toBe(4)
  })
})
