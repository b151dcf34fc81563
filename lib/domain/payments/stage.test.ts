import { describe, expect, test } from 'vitest'
import { attemptStatuses } from './attempt.ts'
import { orderStatuses } from './order.ts'
import {
  endsChoice,
  failedTries,
  failedTry,
  isGood,
  isMoving,
  isSettled,
  mayChooseBank,
  payStage,
  payStages,
  returnsAtOnce,
} from './stage.ts'

const pairs = orderStatuses.flatMap(order => [null, ...attemptStatuses].map(attempt => [order, attempt] as const))

describe('every status of an order with every status of its latest attempt', () => {
  test.each(pairs)('%s, %s: one of our words', (order, attempt) => {
    expect(payStages).toContain(payStage(order, attempt))
  })

  test('an order that is not open speaks for itself', () => {
    const said = orderStatuses.map(order => [order, new Set(attemptStatuses.map(one => payStage(order, one))).size])
    expect(Object.fromEntries(said)).toMatchObject({ pending: 1, confirmed: 1, executed: 1, held: 1, cancelled: 1 })
  })

  test('only an executed order is paid: authorised, confirmed and held ones never are', () => {
    const paid = pairs.filter(([order, attempt]) => payStage(order, attempt) === 'paid').map(([order]) => order)
    expect(new Set(paid)).toEqual(new Set(['executed']))
    expect(payStage('confirmed', 'confirmed')).toBe('accepted')
    expect(payStage('pending', 'authorised')).toBe('asking')
  })

  test('only a pending order can be unanswered', () => {
    const unanswered = pairs.filter(([order, attempt]) => payStage(order, attempt, true) === 'unanswered')
    expect(new Set(unanswered.map(([order]) => order))).toEqual(new Set(['pending']))
    expect(payStage('executed', 'executed', true)).toBe('paid')
  })

  test.each([
    [null, 'open'],
    ['created', 'waiting'],
    ['sending', 'waiting'],
    ['redirected', 'waiting'],
    ['rejected', 'refused'],
    ['expired', 'lapsed'],
    ['abandoned', 'unreached'],
  ] as const)('open, latest %s: %s', (attempt, stage) => expect(payStage('open', attempt)).toBe(stage))
})

describe('what a stage allows', () => {
  test('a bank can be chosen only if no money moved', () => {
    expect(payStages.filter(mayChooseBank)).toEqual(['open', 'waiting', 'refused', 'lapsed', 'unreached'])
  })

  test('the bank choice ends if nothing is left to choose, or if the first attempt starts elsewhere', () => {
    expect(payStages.filter(now => endsChoice('open', now))).toEqual(payStages.filter(now => now !== 'open'))
    for (const shown of payStages.filter(mayChooseBank).filter(stage => stage !== 'open')) {
      expect(payStages.filter(now => !endsChoice(shown, now))).toEqual(payStages.filter(mayChooseBank))
    }
  })

  test('a page polls only in stages that can change', () => {
    expect(payStages.filter(isMoving)).toEqual(['waiting', 'asking', 'unanswered', 'accepted'])
  })

  test('the payer returns to the payee only from a settled stage', () => {
    expect(payStages.filter(isSettled)).toEqual(['accepted', 'paid', 'partly_paid', 'withdrawn', 'over'])
    expect(payStages.filter(isGood)).toEqual(['accepted', 'paid', 'partly_paid'])
    expect(payStages.filter(stage => failedTry(stage) !== null)).toEqual([...failedTries])
    expect(payStages.filter(returnsAtOnce)).toEqual(['accepted', 'paid'])
  })
})
