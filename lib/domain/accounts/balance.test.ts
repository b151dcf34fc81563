import type { BalanceReading } from '@guichet/stet/terms/account-data.ts'
import { describe, expect, test } from 'vitest'
import { inClosingBatch, isMainBalance, mainBalance, missingBalances } from './balance.ts'

const reading = (
  type: string,
  amountMinor: bigint,
  referenceDate: string | null = null,
  currency = 'EUR',
): BalanceReading => ({
  type,
  name: type,
  amount: { amountMinor, currency },
  referenceDate,
})
const [valu, clbd, othr] = [reading('VALU', 1n), reading('CLBD', 2n), reading('OTHR', 3n)]

describe('mainBalance of an account', () => {
  test.each([
    [[valu, clbd, othr], othr],
    [[valu, clbd], valu],
    [[clbd, valu], valu],
    [[clbd], clbd],
    [[reading('XPCD', 9n), clbd], clbd],
    [[], null],
  ])('of %o', (readings, main) => {
    expect(mainBalance(readings, 'account')).toBe(main)
  })

  test('an unknown type is used if there is no other', () => {
    const unknown = reading('XPCD', 9n)
    expect(mainBalance([unknown], 'account')).toBe(unknown)
    expect(isMainBalance(unknown, [unknown], 'account')).toBe(true)
  })

  test('exactly one is marked', () => {
    const readings = [valu, clbd, othr]
    expect(readings.filter(one => isMainBalance(one, readings, 'account'))).toEqual([othr])
  })
})

describe('mainBalance of a card', () => {
  test('sums the amounts still to be drawn, without those already drawn', () => {
    const readings = [reading('ITAV', -100n, '2026-12-31'), reading('ITAV', -50n, '2026-11-30'), reading('PRCD', -999n)]
    expect(mainBalance(readings, 'card')).toEqual(reading('ITAV', -150n, '2026-11-30'))
    expect(mainBalance(readings.toReversed(), 'card')?.referenceDate, 'in either order').toBe('2026-11-30')
    expect(readings.map(one => isMainBalance(one, readings, 'card'))).toEqual([true, true, false])
  })

  test('never adds two currencies, and is null without amounts due', () => {
    const mixed = [reading('ITAV', -100n), reading('ITAV', -50n, null, 'USD')]
    expect(mainBalance(mixed, 'card')?.amount).toEqual({ amountMinor: -100n, currency: 'EUR' })
    expect(mainBalance([reading('PRCD', -1n)], 'card')).toBeNull()
  })
})

describe('missingBalances', () => {
  const noon = new Date('2026-11-21T11:00:00Z')
  const batch = new Date('2026-11-21T20:30:00Z')
  const account = { kind: 'account', currency: 'EUR', allowed: true, readAt: noon } as const

  test('nothing is missing when all three are there', () => {
    expect(missingBalances({ ...account, types: ['VALU', 'CLBD', 'OTHR'] })).toEqual([])
  })

  test('VALU while the accounting batch runs', () => {
    const missing = missingBalances({ ...account, readAt: batch, types: ['CLBD', 'OTHR'] })
    expect(missing).toEqual([{ type: 'VALU', why: 'closing_batch' }])
    expect(missingBalances({ ...account, types: ['CLBD', 'OTHR'] })).toEqual([{ type: 'VALU', why: 'not_read' }])
  })

  test('CLBD of a new account', () => {
    expect(missingBalances({ ...account, types: ['VALU', 'OTHR'] })).toEqual([{ type: 'CLBD', why: 'new_account' }])
  })

  test('not allowed comes before not read', () => {
    const whys = (allowed: boolean) =>
      missingBalances({ ...account, allowed, readAt: null, types: [] }).map(({ type, why }) => `${type} ${why}`)
    expect(whys(false)).toEqual(['OTHR not_allowed', 'VALU not_allowed', 'CLBD not_allowed'])
    expect(whys(true)).toEqual(['OTHR not_read', 'VALU not_read', 'CLBD not_read'])
  })

  test('a currency account has one balance; a card that was read misses none', () => {
    expect(missingBalances({ ...account, currency: 'USD', types: ['OTHR'] })).toEqual([])
    expect(missingBalances({ ...account, kind: 'card', types: [] })).toEqual([])
    expect(missingBalances({ ...account, kind: 'card', allowed: false, types: [] })).toEqual([
      { type: 'ITAV', why: 'not_allowed' },
    ])
  })

  test.each([
    ['2026-11-21T19:59:00Z', false],
    ['2026-11-21T20:00:00Z', true],
    ['2026-11-21T20:50:00Z', true],
    ['2026-11-21T20:51:00Z', false],
    ['2026-07-14T19:00:00Z', true],
    ['2026-07-14T20:00:00Z', false],
  ])('at %s the batch runs: %s', (instant, runs) => {
    expect(inClosingBatch(new Date(instant))).toBe(runs)
  })
})
