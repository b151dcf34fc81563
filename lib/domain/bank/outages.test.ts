import { describe, expect, test } from 'vitest'
import { downtimeMs, findOutages } from './outages.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 8, minute))
/** One call a minute; `x` failed. */
const callsOf = (pattern: string) => [...pattern].map((sign, minute) => ({ at: at(minute), failed: sign === 'x' }))

describe('outages of an interface', () => {
  test.each([
    ['', []],
    ['....', []],
    ['..xxxx..xxxx', []],
    ['..xxxxx..', [[2, 7]]],
    [
      'xxxxxx.xxxx.xxxxxxx.',
      [
        [0, 6],
        [12, 19],
      ],
    ],
  ])('%s', (pattern, expected) => {
    expect(findOutages(callsOf(pattern))).toEqual(
      expected.map(([from = 0, to = 0]) => ({ from: at(from), to: at(to) })),
    )
  })

  test('fewer failures may be enough', () => {
    expect(findOutages(callsOf('.x.xx.'), 1)).toEqual([
      { from: at(1), to: at(2) },
      { from: at(3), to: at(5) },
    ])
  })

  test('one that goes on has no end', () => {
    expect(findOutages(callsOf('.xxxxx'))).toEqual([{ from: at(1), to: null }])
  })
})

describe('downtime of a span', () => {
  const outages = [
    { from: at(10), to: at(20) },
    { from: at(50), to: null },
  ]
  test.each([
    [0, 5, 0],
    [0, 15, 5],
    [12, 18, 6],
    [15, 55, 10],
    [55, 59, 4],
  ])('%i to %i', (from, to, minutes) => {
    expect(downtimeMs(outages, { from: at(from), to: at(to) })).toBe(minutes * 60_000)
  })
})
