import { expect, test } from 'vitest'
import { isGood, isMoving, mayChooseBank, payStages } from './stage.ts'
import { isSaleOver, mayCancelSale, saleReference, saleState, saleStates } from './till.ts'

test('every state is that of some stage', () => {
  expect(saleStates.filter(state => !payStages.some(stage => saleState(stage) === state))).toEqual([])
})

test.each(payStages)('%s: paid means paid, and what may still change is asked about', stage => {
  const state = saleState(stage)
  expect(state === 'paid').toBe(stage === 'paid' || stage === 'received')
  if (state === 'accepted') expect(isGood(stage)).toBe(true)
  if (isMoving(stage)) expect(isSaleOver(state)).toBe(false)
  if (mayCancelSale(state)) expect(mayChooseBank(stage)).toBe(true)
  if (isSaleOver(state)) expect(mayChooseBank(stage)).toBe(false)
})

test('a reference has no letter that is read as another', () => {
  expect(saleReference('fr', '2026-11-29', [0, 8, 30, 31, 255])).toBe('CAISSE-1129-2AZ29')
  expect(saleReference('en', '2026-01-05', [1])).toBe('TILL-0105-3')
})
