import { expect, test } from 'vitest'
import { receiptTruth } from './receipt.ts'
import { orderStatuses } from './status.ts'

const agreed = { status: 'authorised', authorisedAt: new Date(0) } as const

test('a receipt states what is known; there is none before the payer authorised', () => {
  expect(Object.fromEntries(orderStatuses.map(status => [status, receiptTruth(status, [agreed])]))).toEqual({
    open: null,
    pending: 'initiated',
    confirmed: 'accepted',
    executed: 'executed',
    partly_executed: 'partly_executed',
    cancelled: null,
    expired: null,
    held: 'held',
  })
  for (const status of orderStatuses) expect(receiptTruth(status, [{ ...agreed, authorisedAt: null }])).toBeNull()
})

test('one that was cancelled at the bank has one, one that its payee withdrew has none', () => {
  expect(receiptTruth('cancelled', [{ ...agreed, status: 'cancelled' }])).toBe('cancelled')
  for (const status of ['redirected', 'expired', 'abandoned'] as const)
    expect(receiptTruth('cancelled', [{ ...agreed, status }])).toBeNull()
})
