import { expect, test } from 'vitest'
import { isInstantAt } from './instant.ts'

test.each([
  ['never', true, false],
  ['never', false, false],
  ['preferred', true, true],
  ['preferred', false, false],
  ['required', true, true],
  ['required', false, null],
] as const)('%s, at a bank that offers it: %s: %s', (choice, offers, isInstant) => {
  expect(isInstantAt(choice, offers)).toBe(isInstant)
})
