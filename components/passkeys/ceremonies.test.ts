import { expect, test } from 'vitest'
import { isThereAlready, wasGivenUp } from './ceremonies.ts'

const named = (name: string) => Object.assign(new Error('x'), { name })

test.each([
  ['NotAllowedError', [true, false]],
  ['AbortError', [true, false]],
  ['InvalidStateError', [false, true]],
  ['TypeError', [false, false]],
])('%s ends a ceremony: given up, there already', (name, [isGivenUp, isThere]) => {
  expect([wasGivenUp(named(name)), isThereAlready(named(name))]).toEqual([isGivenUp, isThere])
})
