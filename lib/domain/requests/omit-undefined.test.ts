import { expect, test } from 'vitest'
import { omitUndefined } from './omit-undefined.ts'

test('only what is undefined is left out', () => {
  const asked = omitUndefined({ state: undefined, reference: 'R1', before: null, empty: '', none: false, zero: 0 })
  expect(Object.entries(asked)).toEqual([
    ['reference', 'R1'],
    ['before', null],
    ['empty', ''],
    ['none', false],
    ['zero', 0],
  ])
})
