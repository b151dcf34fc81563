import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversionSteps, funnelOf } from './conversion.ts'

test('a payment at a later step also counts for every earlier one', () => {
  const funnel = funnelOf(
    new Map([
      [0, 4],
      [2, 3],
      [5, 3],
    ]),
  )
  expect(
    funnel.map(({ step, count, shareOfAll, shareOfPrevious }) => [step, count, shareOfAll, shareOfPrevious]),
  ).toEqual([
    ['created', 10, 100, 100],
    ['redirected', 6, 60, 60],
    ['returned', 6, 60, 100],
    ['authorised', 3, 30, 50],
    ['confirmed', 3, 30, 100],
    ['executed', 3, 30, 100],
  ])
})

test('without payments there is no share', () => {
  expect(funnelOf(new Map()).every(({ count, shareOfAll }) => count === 0 && shareOfAll === null)).toBe(true)
})

test('counts never grow, and the first one is everybody', () => {
  const levels = fc.array(fc.nat({ max: conversionSteps.length - 1 }), { maxLength: 200 })
  fc.assert(
    fc.property(levels, all => {
      const furthest = new Map<number, number>()
      for (const level of all) furthest.set(level, (furthest.get(level) ?? 0) + 1)
      const counts = funnelOf(furthest).map(({ count }) => count)
      expect(counts[0]).toBe(all.length)
      expect(counts).toEqual(counts.toSorted((one, other) => other - one))
    }),
  )
})
