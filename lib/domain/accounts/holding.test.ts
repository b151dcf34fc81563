import { expect, test } from 'vitest'
import { holdingKinds, isOwed, wealthOf } from './holding.ts'

const euros = (amountMinor: bigint) => ({ amountMinor, currency: 'EUR' })

test('loans and debts are owed, nothing else', () => {
  expect(holdingKinds.filter(isOwed)).toEqual(['loan', 'debt'])
})

test('wealth is accounts and holdings less what is owed, each currency apart', () => {
  const holdings = [
    { kind: 'property', value: euros(25_000_000n) },
    { kind: 'loan', value: euros(18_000_000n) },
    { kind: 'debt', value: euros(50_000n) },
    { kind: 'cash', value: { amountMinor: 20_000n, currency: 'CHF' } },
  ] as const
  expect(wealthOf([euros(120_000n)], holdings)).toEqual([euros(7_070_000n), { amountMinor: 20_000n, currency: 'CHF' }])
  expect(wealthOf([euros(120_000n)], [])).toEqual([euros(120_000n)])
  expect(wealthOf([], [{ kind: 'loan', value: euros(0n) }])).toEqual([euros(0n)])
})
