import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AttemptStatus, attemptStatuses } from '#lib/domain/payments/attempt/machine.ts'
import { attemptRefusal, isFinalOrder, orderStatus, orderStatuses, waitingAttempts } from './status.ts'

const now = new Date('2026-11-21T12:00:00Z')
const open = { cancelledAt: null, expiresAt: new Date('2026-11-22T12:00:00Z') }
const expired = { cancelledAt: null, expiresAt: now }
const withdrawn = { cancelledAt: now, expiresAt: null }
const of = (...statuses: AttemptStatus[]) => statuses.map(status => ({ status }))

describe('an order', () => {
  test.each<[AttemptStatus, string, string | null]>([
    ['created', 'open', null],
    ['sending', 'open', null],
    ['redirected', 'open', null],
    ['authorised', 'pending', 'being_paid'],
    ['confirming', 'pending', 'being_paid'],
    ['confirmed', 'confirmed', 'being_paid'],
    ['executed', 'executed', 'paid'],
    ['partly_executed', 'partly_executed', 'paid'],
    ['rejected', 'open', null],
    ['cancelled', 'cancelled', 'cancelled'],
    ['expired', 'open', null],
    ['abandoned', 'open', null],
    ['held', 'held', 'held'],
  ])('with one attempt that is %s is %s, and for another attempt: %s', (attempt, status, refusal) => {
    expect(orderStatus(open, of(attempt), now)).toBe(status)
    expect(attemptRefusal(open, of(attempt), now)).toBe(refusal)
  })

  test('without attempts it is open, until it expires or is withdrawn', () => {
    expect(orderStatus(open, [], now)).toBe('open')
    expect(orderStatus({ cancelledAt: null, expiresAt: null }, [], now)).toBe('open')
    expect(orderStatus(expired, [], now)).toBe('expired')
    expect(orderStatus(withdrawn, [], now)).toBe('cancelled')
    expect(attemptRefusal(expired, [], now)).toBe('expired')
    expect(attemptRefusal(withdrawn, [], now)).toBe('cancelled')
  })

  test.each(waitingAttempts)('it does not run out while one is %s, but nobody begins anew', attempt => {
    expect(orderStatus(expired, of(attempt), now)).toBe('open')
    expect(attemptRefusal(expired, of(attempt), now)).toBe('expired')
    expect(orderStatus(withdrawn, of(attempt), now)).toBe('cancelled')
  })

  test('one whose payer approved in time and came back in vain is tried again, also when its time is over', () => {
    const lost = [{ status: 'redirected' as const, authorisedAt: now }]
    expect(orderStatus(expired, lost, now)).toBe('open')
    for (const order of [open, expired]) expect(attemptRefusal(order, lost, now)).toBeNull()
    expect(attemptRefusal(withdrawn, lost, now)).toBe('cancelled')
    // The second try uses it up.
    const used = [{ status: 'abandoned' as const, authorisedAt: now }]
    expect(attemptRefusal(expired, [...used, ...of('redirected')], now)).toBe('expired')
  })

  test('withdrawn, it stays so when the payer agrees at the bank after all', () => {
    expect(orderStatus(withdrawn, of('authorised'), now)).toBe('cancelled')
    expect(attemptRefusal(withdrawn, of('authorised'), now)).toBe('being_paid')
  })

  test('money received by another way ends it: it cannot be paid again and does not expire', () => {
    const asked = { ...expired, amountMinor: 100n, receivedAt: new Date(now.getTime() - 1) }
    expect(orderStatus({ ...asked, receivedMinor: 100n }, [], now)).toBe('open')
    expect(attemptRefusal({ ...asked, receivedMinor: 100n }, [], now)).toBe('paid')
    expect(attemptRefusal({ ...asked, receivedMinor: 101n }, [], now)).toBe('paid')
    expect(attemptRefusal({ ...asked, receivedMinor: 99n }, [], now)).toBeNull()
    expect(attemptRefusal({ ...asked, amountMinor: 1n, receivedMinor: 1n }, [], now)).toBe('paid')
    expect(attemptRefusal({ ...open, amountMinor: 100n, receivedMinor: 0n, receivedAt: null }, [], now)).toBeNull()
  })

  test('money that came too late does not revive it', () => {
    const late = { ...expired, amountMinor: 100n, receivedMinor: 100n, receivedAt: new Date(now.getTime() + 1) }
    expect(orderStatus(late, [], now)).toBe('expired')
  })

  test('an executed attempt outweighs every other attempt and later event', () => {
    const others = fc.array(fc.record({ status: fc.constantFrom(...attemptStatuses) }))
    fc.assert(
      fc.property(fc.constantFrom(open, expired, withdrawn), others, others, (order, before, after) => {
        const attempts = [...before, { status: 'executed' as const }, ...after]
        expect(orderStatus(order, attempts, now)).toBe('executed')
        expect(attemptRefusal(order, attempts, now)).not.toBeNull()
      }),
    )
  })

  test('another attempt may start only while none has bound the order (I1)', () => {
    const many = fc.array(fc.record({ status: fc.constantFrom(...attemptStatuses) }))
    const harmless: AttemptStatus[] = ['created', 'sending', 'redirected', 'rejected', 'expired', 'abandoned']
    fc.assert(
      fc.property(many, attempts => {
        const mayBegin = attemptRefusal(open, attempts, now) === null
        expect(mayBegin).toBe(attempts.every(({ status }) => harmless.includes(status)))
      }),
    )
  })

  test('which statuses are final', () => {
    expect(orderStatuses.filter(isFinalOrder)).toEqual(['executed', 'partly_executed', 'cancelled', 'expired'])
  })
})
