import { expect, test } from 'vitest'
import { receiptTruth } from './receipt.ts'
import { payStages } from './stage.ts'

test('a receipt says what is known of each stage, and there is none before the payer agreed', () => {
  expect(Object.fromEntries(payStages.map(stage => [stage, receiptTruth(stage, true)]))).toEqual({
    open: null,
    waiting: null,
    refused: null,
    lapsed: null,
    unreached: null,
    over: null,
    asking: 'initiated',
    unanswered: 'initiated',
    accepted: 'accepted',
    paid: 'executed',
    partly_paid: 'partly_executed',
    held: 'held',
    withdrawn: 'cancelled',
  })
})

test('an order that was taken back before anybody agreed has none', () => {
  expect(receiptTruth('withdrawn', false)).toBeNull()
})
