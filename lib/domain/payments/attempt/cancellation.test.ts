import { absent, parsedValue, unreadable } from '@guichet/stet/terms/parsed-field.ts'
import { shownText } from '@guichet/stet/terms/test-parsed-field.ts'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import {
  type CancellablePayment,
  type CancellationCondition,
  cancellationConditions,
  cancellationOutcome,
  checkCancellation,
} from './cancellation.ts'
import type { BankVerdict } from './machine.ts'

const today = '2026-11-21'
const deferred = { status: shownText('PDNG'), currency: 'EUR', nextExecutionDate: '2026-11-22', isRecurrent: false }
const payment: CancellablePayment = {
  status: 'ACSP',
  serviceLevel: parsedValue('SEPA'),
  localInstrument: absent,
  instructions: [deferred],
}
const failing = (change: Partial<CancellablePayment>) =>
  checkCancellation({ ...payment, ...change }, today)
    .filter(({ holds }) => !holds)
    .map(({ condition }) => condition)
type Change = { status?: string | null; currency?: string; nextExecutionDate?: string; isRecurrent?: boolean }
const withInstruction = ({ status, ...change }: Change) => ({
  instructions: [{ ...deferred, ...change, ...(status === undefined ? {} : { status: shownText(status) }) }],
})

describe('the conditions of document 2, note 6', () => {
  test('a pending deferred transfer may be cancelled', () => {
    expect(checkCancellation(payment, today)).toEqual(
      cancellationConditions.map(condition => ({ condition, holds: true })),
    )
  })

  test.each(['ACTC', 'ACCP'])('%s: without a status of the instruction', status => {
    expect(failing({ status, ...withInstruction({ status: null }) })).toEqual([])
    expect(failing({ status })).toEqual(['instruction_status'])
  })

  test('a recurrent one that continues may be cancelled, a single one with ACSP not', () => {
    expect(failing(withInstruction({ status: 'ACSP', isRecurrent: true }))).toEqual([])
    expect(failing(withInstruction({ status: 'ACSP' }))).toEqual(['instruction_status'])
  })

  test.each<[Partial<CancellablePayment>, CancellationCondition]>([
    [{ status: 'ACSC' }, 'payment_status'],
    [{ status: 'RJCT' }, 'payment_status'],
    [{ status: 'CANC' }, 'payment_status'],
    [{ status: 'PDNG' }, 'payment_status'],
    [withInstruction({ status: null }), 'instruction_status'],
    [withInstruction({ status: 'ACSC' }), 'instruction_status'],
    [withInstruction({ status: 'RJCT' }), 'instruction_status'],
    [withInstruction({ status: 'CANC' }), 'instruction_status'],
    [{ serviceLevel: parsedValue('NURG') }, 'sepa'],
    [{ serviceLevel: absent }, 'sepa'],
    [{ serviceLevel: unreadable }, 'sepa'],
    [withInstruction({ currency: 'CHF' }), 'euro'],
    [{ localInstrument: parsedValue('INST') }, 'not_instant'],
    [{ localInstrument: unreadable }, 'not_instant'],
    [{ status: 'ACTC', instructions: [{ ...deferred, status: unreadable }] }, 'instruction_status'],
    [withInstruction({ nextExecutionDate: '2026-11-21' }), 'next_day'],
    [withInstruction({ nextExecutionDate: '2026-11-20' }), 'next_day'],
  ])('%j fails by name: %s', (change, condition) => {
    expect(failing(change)).toEqual([condition])
  })

  test('one instruction that cannot be cancelled makes the whole impossible', () => {
    expect(failing({ instructions: [deferred, { ...deferred, status: shownText('ACSC') }] })).toEqual([
      'instruction_status',
    ])
    expect(failing({ instructions: [] })).toEqual(['instruction_status'])
  })
})

describe('how it ended (table of transitions)', () => {
  test.each(rowsOf<[BankVerdict, (string | null)[], boolean, string | null]>(import.meta.url, 'cancellation-outcomes'))(
    '%s with %j, agreed to before: %s → %s',
    (verdict, named, wasConsented, outcome) => {
      const statuses = named.map(status => ({ status: shownText(status) }))
      expect(cancellationOutcome(verdict, statuses, wasConsented)).toBe(outcome)
    },
  )
})
