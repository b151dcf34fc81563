import { expect, test } from 'vitest'
import { outcomeOf } from './describe-call.ts'

test.each([
  [200, 'ok'],
  [201, 'ok'],
  [204, 'empty'],
  [302, 'ok'],
  [400, 'refused'],
  [429, 'refused'],
  [500, 'failed'],
  [503, 'failed'],
  [null, 'no_answer'],
])('status %s is %s', (status, outcome) => {
  expect(outcomeOf({ status })).toBe(outcome)
})
