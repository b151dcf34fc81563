import { describe, expect, test } from 'vitest'
import { instructionStatuses, paymentStatuses } from '#sandbox/store/payment-status.ts'
import {
  instructionEvents,
  isCancellable,
  isFinal,
  moveInstruction,
  movePayment,
  paymentEvents,
  summarise,
} from './status.ts'

describe('a request (bank:D38; document 2, cancellation transitions)', () => {
  // All other pairs of status and event are impossible.
  const moves: Readonly<Record<string, string>> = {
    'PDNG + controls passed': 'ACTC',
    'PDNG + controls failed': 'RJCT',
    'PDNG + refused': 'RJCT',
    'PDNG + timed out': 'RJCT',
    'ACTC + consented': 'ACSP',
    'ACTC + refused': 'RJCT',
    'ACTC + timed out': 'RJCT',
    'ACTC + cancellation controlled': 'RJCT',
    'ACCP + consented': 'ACSP',
    'ACCP + refused': 'RJCT',
    'ACCP + timed out': 'RJCT',
    'ACCP + cancellation controlled': 'RJCT',
    'ACSP + cancellation controlled': 'ACSP',
  }
  const pairs = paymentStatuses.flatMap(status => paymentEvents.map(event => ({ status, event })))
  test.each(pairs)('$status, $event', ({ status, event }) => {
    expect(movePayment(status, event)).toBe(moves[`${status} + ${event}`] ?? null)
  })

  test('a final one does not change any more', () => {
    for (const status of paymentStatuses.filter(isFinal)) {
      expect(paymentEvents.map(event => movePayment(status, event))).toEqual(paymentEvents.map(() => null))
    }
    expect(paymentStatuses.filter(isFinal)).toEqual(['ACSC', 'PART', 'RJCT', 'CANC'])
  })
})

describe('an instruction', () => {
  const moves: Readonly<Record<string, string>> = {
    'PDNG + cleared': 'ACSC',
    'PDNG + cleared once of many': 'ACSP',
    'PDNG + failed': 'RJCT',
    'PDNG + cancelled': 'CANC',
    'ACSP + cleared': 'ACSC',
    'ACSP + cleared once of many': 'ACSP',
    'ACSP + failed': 'RJCT',
    'ACSP + cancelled': 'CANC',
  }
  const pairs = instructionStatuses.flatMap(status => instructionEvents.map(event => ({ status, event })))
  test.each(pairs)('$status, $event', ({ status, event }) => {
    expect(moveInstruction(status, event)).toBe(moves[`${status} + ${event}`] ?? null)
  })
})

describe('a request’s status from its instructions', () => {
  test.each([
    [['PDNG'], 'ACSP'],
    [['ACSP'], 'ACSP'],
    [['ACSC', 'PDNG'], 'ACSP'],
    [['CANC', 'PDNG'], 'ACSP'],
    [['RJCT', 'ACSP'], 'ACSP'],
    [['ACSC'], 'ACSC'],
    [['ACSC', 'ACSC'], 'ACSC'],
    [['ACSC', 'RJCT'], 'PART'],
    [['ACSC', 'CANC'], 'PART'],
    [['RJCT'], 'RJCT'],
    [['RJCT', 'CANC'], 'RJCT'],
    [['CANC', 'CANC'], 'CANC'],
  ] as const)('%j: %s', (statuses, expected) => {
    expect(summarise(statuses)).toBe(expected)
  })
})

describe('before a cancellation request (document 2, note 6)', () => {
  const allowed = ['ACTC/null', 'ACCP/null', 'ACSP/PDNG', 'ACSP/ACSP']
  const pairs = paymentStatuses.flatMap(status =>
    [null, ...instructionStatuses].map(instruction => ({ status, instruction })),
  )
  test.each(pairs)('$status with $instruction', ({ status, instruction }) => {
    expect(isCancellable(status, instruction)).toBe(allowed.includes(`${status}/${instruction}`))
  })
})
