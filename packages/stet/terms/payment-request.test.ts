import { describe, expect, test } from 'vitest'
import { creditorIban as iban, paymentRequest } from '#stet/testing/payment-request.ts'
import {
  findRequestFaults,
  isBic,
  isPaymentId,
  type PaymentRequest,
  requestFaultCodes,
  totalOf,
} from './payment-request.ts'

const today = '2026-11-21'
const euros = (amountMinor: bigint, currency = 'EUR') => ({ amountMinor, currency })
const instruction = { instructionId: 'I1', endToEndId: 'E1', amount: euros(1234n), remittance: ['Commande 4711'] }
const request: PaymentRequest = { ...paymentRequest, creditor: { ...paymentRequest.creditor, bic: 'RIVLFRPP' } }
const monthly = { frequency: 'MNTH', executionRule: 'FWNG', endDate: null } as const
const withInstruction = (change: Partial<typeof instruction>) => ({ instructions: [{ ...instruction, ...change }] })

describe('what the bank would refuse is known before', () => {
  test.each<Partial<PaymentRequest>>([
    {},
    { debtorIban: iban, recurrence: monthly },
    { isInstant: true },
    { initiatingPartyName: 'n'.repeat(140) },
    { creditor: { ...request.creditor, name: 'n'.repeat(140) } },
  ])('a sound request has no fault: %j', change => {
    expect(findRequestFaults({ ...request, ...change }, today)).toEqual([])
  })

  const cases: [Partial<PaymentRequest>, string, (typeof requestFaultCodes)[number]][] = [
    [{ paymentInformationId: '' }, 'paymentInformationId', 'id_form'],
    [{ paymentInformationId: 'x'.repeat(36) }, 'paymentInformationId', 'id_form'],
    [{ instructions: [] }, 'instructions', 'no_instruction'],
    [{ initiatingPartyName: ' ' }, 'initiatingPartyName', 'name_empty'],
    [{ initiatingPartyName: 'n'.repeat(141) }, 'initiatingPartyName', 'name_too_long'],
    [{ creditor: { ...request.creditor, name: '' } }, 'creditor.name', 'name_empty'],
    [{ creditor: { ...request.creditor, name: 'n'.repeat(141) } }, 'creditor.name', 'name_too_long'],
    [{ creditor: { ...request.creditor, iban: 'FR2119870000010000000000000' } }, 'creditor.iban', 'iban_invalid'],
    [{ creditor: { ...request.creditor, bic: 'RIVL' } }, 'creditor.bic', 'bic_invalid'],
    [{ debtorIban: 'FR00' }, 'debtorIban', 'iban_invalid'],
    [{ executionDate: '2026-11-20' }, 'executionDate', 'date_in_past'],
    [{ isInstant: true, executionDate: '2026-11-22' }, 'executionDate', 'instant_is_today'],
    [{ isInstant: true, recurrence: monthly }, 'recurrence', 'instant_not_recurrent'],
    [{ recurrence: { ...monthly, endDate: '2026-11-20' } }, 'recurrence.endDate', 'end_before_first'],
    [withInstruction({ instructionId: 'with_underscore' }), 'instructions.0.instructionId', 'id_form'],
    [withInstruction({ endToEndId: 'é' }), 'instructions.0.endToEndId', 'id_form'],
    [withInstruction({ amount: euros(100n, 'USD') }), 'instructions.0.amount', 'currency_not_euro'],
    [withInstruction({ amount: euros(0n) }), 'instructions.0.amount', 'amount_not_positive'],
    [withInstruction({ amount: euros(-1n) }), 'instructions.0.amount', 'amount_not_positive'],
    [withInstruction({ amount: euros(10n ** 11n) }), 'instructions.0.amount', 'amount_too_large'],
    [withInstruction({ remittance: ['r'.repeat(141)] }), 'instructions.0.remittance', 'remittance_too_long'],
    [
      { instructions: [instruction, { ...instruction, instructionId: 'I2' }] },
      'instructions.1.endToEndId',
      'id_repeated',
    ],
  ]
  test.each(cases.map(([change, field, fault]) => ({ change, field, fault })))(
    '$field: $fault',
    ({ change, field, fault }) => {
      expect(findRequestFaults({ ...request, ...change }, today)).toEqual([{ field, fault }])
    },
  )

  test('every fault has its case', () => {
    expect([...new Set(cases.map(([, , fault]) => fault))].toSorted()).toEqual([...requestFaultCodes].toSorted())
  })

  test('ids of 35 characters of bank:D30, no UUID with 36', () => {
    expect(isPaymentId("A-z 0/9?:().,'".padEnd(35, 'x'))).toBe(true)
    expect(isPaymentId('8c2b3ad5-93f4-4b7c-8e8f-6c4f9f8a3b21')).toBe(false)
  })

  test('BICs of 8 and 11 characters', () => {
    expect(['RIVLFRPP', 'RIVLFRPPXXX', 'RIVLFRPPX', 'rivlfrpp'].map(isBic)).toEqual([true, true, false, false])
  })
})

describe('sums', () => {
  test('of one currency', () => {
    expect(totalOf([instruction, { amount: euros(1n) }])).toEqual(euros(1235n))
    expect(totalOf([instruction, { amount: euros(1n, 'CHF') }])).toBeNull()
    expect(totalOf([])).toBeNull()
  })
})
