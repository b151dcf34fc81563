import { expect, test } from 'vitest'
import { receiptTruth } from './receipt.ts'
import { payStages } from './stage.ts'

test('a receipt states what is known at each stage; there is none before the payer authorised', () => {
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

test('an order withdrawn before it was authorised has none', () => {
  expect(receiptTruth('withdrawn', false)).toBeNull()
})
