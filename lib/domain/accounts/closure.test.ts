import { expect, test } from 'vitest'
import { closureOf } from './closure.ts'

test.each([
  ['failed', 'AC04', 'closed'],
  ['failed', 'AC06', 'blocked'],
  ['failed', 'AC01', null],
  ['failed', null, null],
  ['done', null, null],
  ['running', 'AC04', null],
])('%s with %s is %s', (state, error, closure) => {
  expect(closureOf({ state, error })).toBe(closure)
})
