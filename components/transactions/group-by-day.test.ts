import { describe, expect, test } from 'vitest'
import { aTransaction } from '#testing/components/a-transaction.ts'
import { dayAt, flatten, groupByDay, indexAt, sliceDays, sumDay, topOf, walkDays } from './group-by-day.ts'

let key = 0
function line(day: string, amount: string, currency = 'EUR') {
  key += 1
  return aTransaction({ key: String(key), amount: { amount, currency }, day, bookingDate: day })
}

const lines = [
  line('2026-11-20', '-0.10'),
  line('2026-11-20', '-0.20'),
  line('2026-11-20', '5.00', 'USD'),
  line('2026-11-19', '9007199254740.93'),
  line('2026-11-18', '-1.00'),
]

describe('days of a list of transactions', () => {
  test('keep the order, and have exact sums per currency', () => {
    const days = groupByDay(lines, false)
    expect(days.map(day => [day.day, day.transactions.length])).toEqual([
      ['2026-11-20', 3],
      ['2026-11-19', 1],
      ['2026-11-18', 1],
    ])
    expect(days.map(sumDay)[0]).toEqual([
      { amount: '-0.30', currency: 'EUR' },
      { amount: '5.00', currency: 'USD' },
    ])
    expect(days.map(sumDay)[1]).toEqual([{ amount: '9007199254740.93', currency: 'EUR' }])
  })

  test('the last day is incomplete while more of it may be loaded', () => {
    expect(groupByDay(lines, true).map(day => day.complete)).toEqual([true, true, false])
  })

  test('an unreadable amount is in no sum and does not throw', () => {
    const [day] = groupByDay([line('2026-11-20', 'oops'), line('2026-11-20', '2.00')], false)
    expect(day && sumDay(day)).toEqual([{ amount: '2.00', currency: 'EUR' }])
  })
})

describe('the rendered part of the list', () => {
  const days = groupByDay(lines, false)
  const flat = flatten(days)

  test('heads and lines have consecutive indexes', () => {
    expect(flat).toEqual({ starts: [0, 4, 6], count: 8 })
    expect([0, 3, 4, 5, 6, 7].map(index => dayAt(flat, index))).toEqual([0, 0, 1, 1, 2, 2])
  })

  test('a day that is cut keeps its head', () => {
    expect(sliceDays(days, flat, 2, 6)).toEqual([
      { dayIndex: 0, from: 1, to: 3 },
      { dayIndex: 1, from: 0, to: 1 },
      { dayIndex: 2, from: 0, to: 0 },
    ])
  })

  test('the index at a height follows from the heights of heads and lines', () => {
    const heights = { head: 10, row: 100 }
    expect([0, 1, 2, 3, 9].map(day => topOf(flat, day, heights))).toEqual([0, 310, 420, 530, 530])
    const offsets = [-50, 0, 9, 10, 109, 110, 309, 310, 320, 419, 420, 430, 529, 9_999]
    expect(offsets.map(y => indexAt(flat, y, heights))).toEqual([0, 0, 0, 1, 1, 2, 3, 4, 5, 5, 6, 7, 7, 7])
  })

  test('everything, and nothing', () => {
    expect(sliceDays(days, flat, 0, 7).map(({ from, to }) => to - from)).toEqual([3, 1, 1])
    expect(sliceDays([], flatten([]), 0, 0)).toEqual([])
  })
})

test('the balance of each day, back from the newest; other currencies are ignored, and an unreadable amount ends it', () => {
  const amounts = (closing: string, days = groupByDay(lines, false)) =>
    walkDays(days, { amount: closing, currency: 'EUR' }).map(({ amount }) => amount)
  expect(amounts('100.00').slice(0, 2)).toEqual(['100.00', '100.30'])
  const unreadable = [line('2026-11-20', '1.00'), line('2026-11-19', 'a lot'), line('2026-11-18', '2.00')]
  expect(amounts('5.00', groupByDay(unreadable, true))).toEqual(['5.00', '4.00'])
  expect(amounts('5.00', [])).toEqual([])
})
