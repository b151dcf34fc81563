import type { BalanceReading } from '@guichet/stet/terms/account-data.ts'
import { expect, test } from 'vitest'
import { timelineOf } from './outstanding.ts'

const reading = (type: string, amountMinor: bigint, referenceDate: string | null, name = type): BalanceReading => {
  return { type, name, amount: { amountMinor, currency: 'EUR' }, referenceDate }
}

test('upcoming draws are sorted by day, separate from the previous one', () => {
  const { previous, coming } = timelineOf([
    reading('ITAV', -200n, '2026-04-30'),
    reading('PRCD', -900n, '2026-02-27'),
    reading('ITAV', -100n, '2026-03-31'),
  ])
  expect(coming.map(({ day, amount }) => [day, amount.amountMinor])).toEqual([
    ['2026-03-31', -100n],
    ['2026-04-30', -200n],
  ])
  expect(previous).toMatchObject({ day: '2026-02-27', amount: { amountMinor: -900n } })
})

test('of several that were drawn the last is the previous one', () => {
  const drawn = [reading('PRCD', -1n, '2026-02-27'), reading('PRCD', -2n, '2026-01-30')]
  expect(timelineOf(drawn).previous?.day).toBe('2026-02-27')
})

test('without dates (v1.4.2) the bank’s order and names stay', () => {
  const undated = [reading('ITAV', -1n, null, 'reporté'), reading('ITAV', -2n, null, 'du mois')]
  expect(
    timelineOf([...undated, reading('ITAV', -3n, '2026-03-31')]).coming.map(({ name, day }) => [name, day]),
  ).toEqual([
    ['ITAV', '2026-03-31'],
    ['reporté', null],
    ['du mois', null],
  ])
})

test('other types are not in the timeline', () => {
  expect(timelineOf([reading('OTHR', -5n, null)])).toEqual({ previous: null, coming: [] })
})
