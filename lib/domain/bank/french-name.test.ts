import { expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { nameBank } from './french-name.ts'

test.each(rowsOf<[string, string, string, string, string]>(import.meta.url, 'bank-names'))(
  '%s in a French sentence',
  (bank, theBank, atBank, toBank, ofBank) => {
    expect(nameBank(bank)).toEqual({ bank, theBank, atBank, toBank, ofBank })
  },
)
