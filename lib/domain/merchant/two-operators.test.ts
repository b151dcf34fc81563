import { expect, test } from 'vitest'
import { defaultLimits } from '#lib/domain/payments/order/live-limits.ts'
import { liveLimitNames } from '#lib/domain/refusals/failure.ts'
import { countYes, needTwoOperators, oneOperatorUpTo } from './two-operators.ts'

test('the defaults and all up to the bound need one operator, a cent more in any of them two', () => {
  expect(needTwoOperators(defaultLimits)).toBe(false)
  expect(needTwoOperators(oneOperatorUpTo)).toBe(false)
  for (const limit of liveLimitNames) {
    expect(needTwoOperators({ ...defaultLimits, [limit]: oneOperatorUpTo[limit] + 1n })).toBe(true)
  }
})

const large = { ...oneOperatorUpTo, month: oneOperatorUpTo.month + 1n }
const yes = { by: 'Olivia', seen: 'a' }

test.each([
  ['done', defaultLimits, null],
  ['done', defaultLimits, yes],
  ['first', large, null],
  ['again', large, yes],
  ['done', large, { by: 'Oscar', seen: 'a' }],
  // What was agreed to has changed.
  ['first', large, { by: 'Oscar', seen: 'b' }],
  ['first', large, { by: 'Olivia', seen: 'b' }],
] as const)('a yes is %s', (counted, limits, first) => expect(countYes(limits, first, yes)).toBe(counted))
