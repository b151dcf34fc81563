import { describe, expect, test } from 'vitest'
import { attemptStatuses } from '#lib/domain/payments/attempt/machine.ts'
import { orderStatuses } from '#lib/domain/payments/order/status.ts'
import { isUnsettled, maySendAgain, nextTransferDay, type TransferFacts, transferState } from './state.ts'

const today = '2026-11-21'
const attempt = {
  status: 'redirected',
  reason: null,
  bankReason: null,
  executionDate: today,
  isUnanswered: false,
  authorisedAt: null,
  codeSealed: null,
} as const
const stateOf = (
  status: TransferFacts['status'],
  change: Partial<NonNullable<TransferFacts['attempt']>> | null = {},
  isRecurrent = false,
) => transferState({ status, attempt: change === null ? null : { ...attempt, ...change }, isRecurrent }, today)

describe('an open one says how its latest attempt ended', () => {
  test.each([
    [null, 'not_sent'],
    [{ status: 'created' }, 'sending'],
    [{ status: 'sending' }, 'sending'],
    [{ status: 'redirected' }, 'at_bank'],
    [{ status: 'redirected', codeSealed: 'x' }, 'confirming'],
    [{ status: 'redirected', authorisedAt: new Date(0) }, 'not_returned'],
    [{ status: 'rejected', bankReason: 'CUST' }, 'refused_by_person'],
    [{ status: 'rejected', reason: 'CUST' }, 'refused_by_person'],
    [{ status: 'rejected', bankReason: 'NOAS' }, 'timed_out'],
    [{ status: 'rejected', bankReason: 'AM04' }, 'refused_by_bank'],
    [{ status: 'rejected' }, 'refused_by_bank'],
    [{ status: 'expired', reason: 'timed_out' }, 'timed_out'],
    [{ status: 'expired', reason: 'timed_out', authorisedAt: new Date(0) }, 'answer_lost'],
    [{ status: 'expired', reason: 'confirmation_impossible' }, 'answer_lost'],
    [{ status: 'abandoned' }, 'answer_lost'],
  ] as const)('%j: %s', (change, expected) => expect(stateOf('open', change)).toBe(expected))
})

describe('authorised is not paid', () => {
  test.each([
    ['pending', { status: 'authorised' }, 'confirming'],
    ['pending', { status: 'confirming' }, 'confirming'],
    ['pending', { status: 'confirming', isUnanswered: true }, 'unanswered'],
    ['executed', { status: 'executed', isUnanswered: true }, 'executed'],
    ['confirmed', { status: 'confirmed' }, 'accepted'],
    ['confirmed', { status: 'confirmed', executionDate: '2026-11-22' }, 'scheduled'],
    ['executed', { status: 'executed' }, 'executed'],
  ] as const)('%s %j: %s', (status, change, expected) => expect(stateOf(status, change)).toBe(expected))
  test('a standing order', () => expect(stateOf('confirmed', { status: 'confirmed' }, true)).toBe('standing'))
  test('only an order executed by the bank is shown as executed, whatever its attempt', () => {
    for (const status of orderStatuses)
      for (const one of attemptStatuses)
        expect(stateOf(status, { status: one }) === 'executed').toBe(status === 'executed')
  })
})

test.each([
  ['cancelled', { status: 'cancelled' }, 'cancelled'],
  ['cancelled', { status: 'abandoned' }, 'withdrawn'],
  ['cancelled', null, 'withdrawn'],
  ['expired', null, 'expired'],
  ['expired', { status: 'redirected' }, 'expired'],
  ['expired', { status: 'sending' }, 'expired'],
  ['expired', { status: 'rejected', bankReason: 'CUST' }, 'refused_by_person'],
  ['held', { status: 'held' }, 'held'],
  ['partly_executed', { status: 'partly_executed' }, 'partly_executed'],
] as const)('%s %j: %s', (status, change, expected) => expect(stateOf(status, change)).toBe(expected))

test('only an open one is sent again, and not while it is being sent', () => {
  expect(maySendAgain('open', 'refused_by_person')).toBe(true)
  expect(maySendAgain('open', 'sending')).toBe(false)
  expect(maySendAgain('open', 'not_returned')).toBe(true)
  for (const status of ['open', 'pending'] as const) expect(maySendAgain(status, 'confirming')).toBe(false)
  expect(maySendAgain('expired', 'timed_out')).toBe(false)
})

test('a page polls while something is under way', () => {
  expect(
    ['at_bank', 'not_returned', 'confirming', 'unanswered', 'accepted', 'sending'].every(state =>
      isUnsettled(state as never),
    ),
  ).toBe(true)
  expect(['executed', 'scheduled', 'standing', 'cancelled'].some(state => isUnsettled(state as never))).toBe(false)
})

test('the next day', () => {
  const monthly = { frequency: 'MNTH', executionRule: 'FWNG', endDate: '2027-01-31' } as const
  const next = (firstDay: string, recurrence: typeof monthly | null, day = today) =>
    nextTransferDay({ status: 'confirmed', firstDay, recurrence }, day)
  expect(next('2026-12-01', null)).toBe('2026-12-01')
  expect(next('2026-11-21', null)).toBeNull()
  expect(next('2026-10-31', monthly)).toBe('2026-11-30')
  expect(next('2026-10-31', monthly, '2027-02-01')).toBeNull()
  expect(next('2026-12-05', monthly), 'a Saturday: the bank executes on Monday').toBe('2026-12-07')
  expect(next('2026-12-05', null), 'a single one stays on its date').toBe('2026-12-05')
  expect(nextTransferDay({ status: 'cancelled', firstDay: '2026-12-01', recurrence: monthly }, today)).toBeNull()
})
