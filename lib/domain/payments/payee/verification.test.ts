import { expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { findHolder, isOneName, isRecent } from './verification.ts'

test.each(rowsOf<[string, string[], string, string | null]>(import.meta.url, 'holders'))(
  '%j beside %j: %s',
  (typed, holders, answer, matchedName) => expect(findHolder(typed, holders)).toEqual({ answer, matchedName }),
)

const now = new Date('2026-11-23T12:00:00Z')
test.each([
  ['match', '2026-11-23T11:59:59Z', true],
  ['no_match', '2026-11-22T12:00:01Z', true],
  ['match', '2026-11-22T12:00:00Z', false],
  ['not_possible', '2026-11-23T11:59:01Z', true],
  ['not_possible', '2026-11-23T11:59:00Z', false],
  ['match', '2026-11-23T12:00:01Z', false],
] as const)('%s of %s: recent is %s', (answer, at, recent) =>
  expect(isRecent({ answer, verifiedAt: new Date(at) }, now)).toBe(recent),
)

test.each(rowsOf<[string, boolean]>(import.meta.url, 'one-names'))('“%s” is one name: %s', (name, isOne) => {
  expect(isOneName(name)).toBe(isOne)
})
