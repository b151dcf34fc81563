import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attemptStatuses } from '#lib/domain/payments/attempt/machine.ts'
import { orderStatuses } from '#lib/domain/payments/order/status.ts'
import { isSpentRefund, refundableMinor, refundBaseMinor, refundRefusal, refundTry } from './rules.ts'

describe('the refundable amount', () => {
  test.each([
    ['nothing executed, nothing received', { executedMinor: 0n, receivedMinor: 0n }, 0n],
    ['executed, nobody looked at the account', { executedMinor: 100n, receivedMinor: 0n }, 100n],
    ['less than nothing executed', { executedMinor: -1n, receivedMinor: 0n }, 0n],
    ['received less than was executed', { executedMinor: 100n, receivedMinor: 90n }, 90n],
    ['received more', { executedMinor: 100n, receivedMinor: 120n }, 120n],
    ['received by another way', { executedMinor: 0n, receivedMinor: 100n }, 100n],
    ['received a cent of what was executed', { executedMinor: 100n, receivedMinor: 1n }, 1n],
  ])('%s', (_, payment, expected) => {
    expect(refundBaseMinor(payment)).toBe(expected)
    expect(refundableMinor(payment, [])).toBe(expected)
  })

  test.each(orderStatuses)('an earlier refund that is %s counts unless it can never move money', status => {
    const counts = status !== 'cancelled' && status !== 'expired'
    expect(isSpentRefund({ status })).toBe(counts)
    expect(refundableMinor({ executedMinor: 100n, receivedMinor: 0n }, [{ amountMinor: 40n, status }])).toBe(
      counts ? 60n : 100n,
    )
  })

  test('is nothing once more was paid back than arrived', () => {
    const refunds = [{ amountMinor: 101n, status: 'executed' as const }]
    expect(refundableMinor({ executedMinor: 100n, receivedMinor: 0n }, refunds)).toBe(0n)
  })

  test('says why not', () => {
    const paid = { executedMinor: 100n, receivedMinor: 0n }
    expect(refundRefusal({ executedMinor: 0n, receivedMinor: 0n }, [], 1n)).toBe('nothing_to_refund')
    expect(refundRefusal(paid, [], 0n)).toBe('not_positive')
    expect(refundRefusal(paid, [], -1n)).toBe('not_positive')
    expect(refundRefusal(paid, [], 1n)).toBeNull()
    expect(refundRefusal(paid, [], 101n)).toBe('more_than_left')
    expect(refundRefusal(paid, [], 100n)).toBeNull()
  })
})

test('for any sequence of requests, the refunds never exceed what arrived', () => {
  const payment = fc.record({
    executedMinor: fc.bigInt({ min: 0n, max: 50n }),
    receivedMinor: fc.bigInt({ min: 0n, max: 50n }),
  })
  const wishes = fc.array(
    fc.record({ amountMinor: fc.bigInt({ min: -2n, max: 20n }), status: fc.constantFrom(...orderStatuses) }),
  )
  fc.assert(
    fc.property(payment, wishes, (came, wanted) => {
      const refunds: typeof wanted = []
      for (const wish of wanted) if (refundRefusal(came, refunds, wish.amountMinor) === null) refunds.push(wish)
      const back = refunds.filter(isSpentRefund).reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
      expect(back <= refundBaseMinor(came)).toBe(true)
      expect(refundableMinor(came, refunds)).toBe(refundBaseMinor(came) - back)
    }),
  )
})

describe('the latest authorisation of a refund', () => {
  const today = '2026-11-26'
  const facts = {
    reason: null,
    bankReason: null,
    executionDate: today,
    isUnanswered: false,
    authorisedAt: null,
    codeSealed: null,
  }
  test.each([
    ['open', { status: 'redirected' }, 'at_bank'],
    ['open', { status: 'redirected', authorisedAt: new Date(0) }, 'not_returned'],
    ['open', { status: 'sending' }, null],
    ['open', { status: 'rejected', bankReason: 'CUST' }, 'refused_by_person'],
    ['open', { status: 'rejected', bankReason: 'AM04' }, 'refused_by_bank'],
    ['open', { status: 'rejected', bankReason: 'NOAS' }, 'timed_out'],
    ['open', { status: 'expired' }, 'timed_out'],
    ['open', { status: 'abandoned' }, 'answer_lost'],
    ['pending', { status: 'confirming' }, null],
    ['pending', { status: 'confirming', isUnanswered: true }, 'unanswered'],
  ] as const)('of one that is %s, %j: %s', (status, change, expected) => {
    expect(refundTry({ status, attempt: { ...facts, ...change } }, today)).toBe(expected)
  })

  test('is nothing before the first, and nothing once the refund itself is over', () => {
    expect(refundTry({ status: 'open', attempt: null }, today)).toBeNull()
    for (const status of orderStatuses.filter(one => one !== 'open' && one !== 'pending'))
      for (const one of attemptStatuses)
        expect(refundTry({ status, attempt: { ...facts, status: one } }, today)).toBeNull()
  })
})
