import { expect, test } from 'vitest'
import { compare } from './compare.ts'

test('the smaller comes first, and equal ones keep their order', () => {
  expect([compare('a', 'b'), compare('b', 'a'), compare('a', 'a')]).toEqual([-1, 1, 0])
  expect([3n, -20n, 100n].sort(compare)).toEqual([-20n, 3n, 100n])
  expect(['2026-11-10', '2026-09-30', '2026-11-09'].sort(compare)).toEqual(['2026-09-30', '2026-11-09', '2026-11-10'])
})
