import { expect, test } from 'vitest'
import { formatMessage } from './message.ts'

const on = new Date('2026-07-01T22:30:00Z')

test.each([
  ['{count, plural, =1 {one} other {# of {name}}}', { count: 2, name: '{name} <b>' }, 'en', '2 of {name} <b>'],
  ['{isTest, select, true {Test: } other {}}{name}', { isTest: 'true', name: 'A' }, 'en', 'Test: A'],
  ['le {on, date, day}', { on }, 'fr', 'le 1er juillet 2026'],
  ['{on, date, dayMonth}', { on }, 'en', '1 July'],
  ['{on, date, moment}', { on }, 'fr', '2 juillet 2026 à 0\u00a0h\u00a030'],
] as const)('%s with %j in %s', (message, values, language, text) => {
  expect(formatMessage(message, values, language)).toBe(text)
})

test('a missing value is an error', () => {
  expect(() => formatMessage('{name}', {}, 'en')).toThrow('name')
})
