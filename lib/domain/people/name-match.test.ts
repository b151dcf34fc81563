import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { compareNames } from './name-match.ts'

describe('two names', () => {
  test.each(rowsOf<[string, string, string]>(import.meta.url, 'compared-names'))(
    '“%s” and “%s”: %s',
    (one, other, match) => {
      expect(compareNames(one, other)).toBe(match)
      expect(compareNames(other, one)).toBe(match)
    },
  )

  const names = fc.array(fc.stringMatching(/^[a-zé]{1,9}$/), { minLength: 1, maxLength: 4 }).map(list => list.join(' '))

  test('compare symmetrically, and a name equals itself in any word order', () => {
    fc.assert(
      fc.property(names, names, (one, other) => {
        expect(compareNames(one, other)).toBe(compareNames(other, one))
        expect(compareNames(one, one.split(' ').toReversed().join(' ').toUpperCase())).toBe('same')
      }),
    )
  })
})
