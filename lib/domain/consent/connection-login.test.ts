import { describe, expect, test } from 'vitest'
import { isSameLogin, mustAskBank, type OldGrant, type Overlap, overlapOf } from './connection-login.ts'

const set = (...ibans: string[]) => new Set(ibans)

describe('overlapOf', () => {
  test.each([
    [set('a', 'b'), set('b', 'a'), 'equal'],
    [set('a'), set('a', 'b'), 'grown'],
    [set('a', 'b'), set('a'), 'shrunk'],
    [set('a', 'b'), set('b', 'c'), 'crossed'],
    [set('a'), set('b'), 'apart'],
    [set(), set('a'), 'nothing_known'],
    [set('a'), set(), 'nothing_known'],
  ] as const)('%o and %o: %s', (before, after, overlap) => {
    expect(overlapOf(before, after)).toBe(overlap)
  })
})

/** overlap × the old grant → same login, if the person meant this connection or not. */
const verdicts: Record<Overlap, Record<OldGrant, [meant: boolean, notMeant: boolean]>> = {
  equal: { alive: [true, true], dead: [true, true], unknown: [true, true] },
  grown: { alive: [false, false], dead: [true, true], unknown: [true, true] },
  shrunk: { alive: [false, false], dead: [true, true], unknown: [true, false] },
  crossed: { alive: [false, false], dead: [true, true], unknown: [false, false] },
  apart: { alive: [false, false], dead: [false, false], unknown: [false, false] },
  nothing_known: { alive: [false, false], dead: [true, false], unknown: [true, false] },
}
const overlaps = Object.keys(verdicts) as Overlap[]
const cases = overlaps.flatMap(overlap =>
  (['alive', 'dead', 'unknown'] as const).flatMap(oldGrant =>
    [true, false].map(meant => [overlap, oldGrant, meant] as const),
  ),
)

describe('isSameLogin', () => {
  test.each(cases)('%s, old grant %s, meant %s', (overlap, oldGrant, meant) => {
    expect(isSameLogin({ overlap, oldGrant, meant })).toBe(verdicts[overlap][oldGrant][meant ? 0 : 1])
  })

  test('two logins of a couple with one account in common are never merged', () => {
    const overlap = overlapOf(set('joint', 'hers'), set('joint'))
    for (const meant of [true, false]) expect(isSameLogin({ overlap, meant, oldGrant: 'alive' })).toBe(false)
  })

  test('the bank is asked if and only if its answer can change the decision', () => {
    for (const overlap of overlaps) {
      for (const meant of [true, false]) {
        const answers = new Set((['alive', 'dead'] as const).map(oldGrant => isSameLogin({ overlap, meant, oldGrant })))
        expect([overlap, meant, mustAskBank({ overlap, meant })]).toEqual([overlap, meant, answers.size > 1])
      }
    }
  })
})
