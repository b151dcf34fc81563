import { describe, expect, test } from 'vitest'
import { fixtureOf } from '#testing/rows.ts'
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
  payWords,
  returnsAtOnce,
  wasReplaced,
} from './stage.ts'
import { attemptRefusal, type Order, orderStatus } from './status.ts'

const now = new Date('2026-11-21T12:00:00Z')
type Attempt = Parameters<typeof payStage>[1][number]
const attempt = (status: Attempt['status'], change: Partial<Attempt> = {}): Attempt => ({
  status,
  reason: null,
  bankReason: null,
  authorisedAt: null,
  returnedAt: null,
  codeSealed: null,
  codeUsedAt: null,
  confirmExpiresAt: new Date(now.getTime() + 60_000),
  ...change,
})

const later = new Date(now.getTime() + 1)
const orders = {
  open: { cancelledAt: null, expiresAt: new Date('2026-11-22T12:00:00Z') },
  over: { cancelledAt: null, expiresAt: now },
  withdrawn: { cancelledAt: now, expiresAt: null },
  part: { cancelledAt: null, expiresAt: null, amountMinor: 100n, receivedMinor: 99n, receivedAt: now },
  part_late: { cancelledAt: null, expiresAt: now, amountMinor: 100n, receivedMinor: 99n, receivedAt: later },
  received: { cancelledAt: null, expiresAt: null, amountMinor: 100n, receivedMinor: 100n, receivedAt: now },
} as const satisfies Record<string, Order>

const agreed = { authorisedAt: now }
const attempts = {
  none: null,
  created: attempt('created'),
  sending: attempt('sending'),
  away: attempt('redirected'),
  back: attempt('redirected', { returnedAt: now }),
  with_code: attempt('redirected', { returnedAt: now, codeSealed: 'x' }),
  lost: attempt('redirected', agreed),
  late_code: attempt('redirected', { ...agreed, codeSealed: 'x' }),
  authorised: attempt('authorised', agreed),
  confirming: attempt('confirming', agreed),
  unanswered: attempt('confirming', { ...agreed, confirmExpiresAt: now }),
  confirmed: attempt('confirmed', agreed),
  executed: attempt('executed', agreed),
  in_part: attempt('partly_executed', agreed),
  held: attempt('held', agreed),
  declined: attempt('rejected', { bankReason: 'CUST' }),
  no_account: attempt('rejected', { reason: 'NOAS' }),
  no_funds: attempt('rejected', { bankReason: 'AM04' }),
  cancelled: attempt('cancelled', agreed),
  timed_out: attempt('expired', { reason: 'timed_out' }),
  too_late: attempt('expired', { reason: 'timed_out', ...agreed }),
  code_lost: attempt('expired', { reason: 'confirmation_impossible' }),
  refused_it: attempt('expired', { reason: 'RJCT', ...agreed }),
  unreached: attempt('abandoned', { reason: 'answer_lost' }),
} as const

/** Every state of the latest attempt × every state of its order. */
const table = fixtureOf(import.meta.url, 'stages.txt')

const [head = '', ...rows] = table.trim().split('\n')
const columns = head.trim().split(/\s+/) as (keyof typeof orders)[]
const cells = rows.flatMap(row => {
  const [latest = '', ...stages] = row.trim().split(/\s+/)
  return columns.map((order, at) => ({ latest: latest as keyof typeof attempts, order, stage: stages[at] }))
})
const stageOf = ({ latest, order }: Pick<(typeof cells)[number], 'latest' | 'order'>) => {
  const one = attempts[latest]
  return payStage(orders[order], one === null ? [] : [one], now)
}

describe('the stage of a payment', () => {
  test('the table names every state, and every stage', () => {
    expect(new Set(cells.map(({ latest }) => latest))).toEqual(new Set(Object.keys(attempts)))
    expect(new Set(columns)).toEqual(new Set(Object.keys(orders)))
    expect(new Set(cells.map(({ stage }) => stage))).toEqual(new Set(payStages))
  })

  test.each(cells)('$latest, $order: $stage', cell => expect(stageOf(cell)).toBe(cell.stage))

  test.each(cells)('$latest, $order: a bank is offered exactly if it can be started', cell => {
    const one = attempts[cell.latest]
    const refusal = attemptRefusal(orders[cell.order], one === null ? [] : [one], now)
    expect(mayChooseBank(stageOf(cell))).toBe(refusal === null)
  })

  test.each(cells)('$latest, $order: paid only if executed, and nothing paid only if nothing arrived', cell => {
    const one = attempts[cell.latest]
    const status = orderStatus(orders[cell.order], one === null ? [] : [one], now)
    expect(stageOf(cell) === 'paid').toBe(status === 'executed')
    if (stageOf(cell) === 'open') expect([cell.latest, cell.order]).toEqual(['none', 'open'])
  })

  test('money that came too late, or for a withdrawn order, is said too', () => {
    for (const order of [orders.over, orders.withdrawn]) {
      expect(payStage({ ...orders.received, ...order }, [], now)).toBe('received')
      expect(payStage({ ...orders.part_late, ...order }, [], now)).toBe('part_over')
    }
  })

  test('whoever comes from a replaced attempt is told so until the payment is over', () => {
    expect(wasReplaced({ status: 'abandoned', reason: 'superseded' })).toBe(true)
    expect(wasReplaced({ status: 'expired', reason: 'superseded' })).toBe(true)
    expect(wasReplaced({ status: 'abandoned', reason: 'answer_lost' })).toBe(false)
    for (const stage of payStages) {
      expect(payWords(stage, true)).toBe(isSettled(stage) ? stage : 'replaced')
      expect(payWords(stage, false)).toBe(stage)
    }
  })
})

describe('what a stage allows', () => {
  test('the bank choice ends if nothing is left to choose, or if the first attempt starts elsewhere', () => {
    expect(payStages.filter(now => endsChoice('open', now))).toEqual(payStages.filter(now => now !== 'open'))
    for (const shown of payStages.filter(mayChooseBank).filter(stage => stage !== 'open')) {
      expect(payStages.filter(now => !endsChoice(shown, now))).toEqual(payStages.filter(mayChooseBank))
    }
  })

  test('a page polls only in stages that can change', () => {
    const away = ['sending', 'waiting', 'last_try', 'not_approved', 'asking']
    expect(new Set(payStages.filter(isMoving))).toEqual(new Set([...away, 'not_returned', 'unanswered', 'accepted']))
  })

  test('the payer returns to the payee only from a settled stage', () => {
    const good = ['received', 'accepted', 'paid', 'partly_paid']
    expect(payStages.filter(isGood)).toEqual(good)
    expect(payStages.filter(isSettled)).toEqual([...good, 'withdrawn', 'cancelled', 'over', 'part_over'])
    expect(new Set(payStages.filter(stage => failedTry(stage) !== null))).toEqual(new Set(failedTries))
    expect(payStages.filter(returnsAtOnce)).toEqual(['accepted', 'paid'])
  })
})
