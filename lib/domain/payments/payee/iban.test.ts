import { expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { readTypedIban } from './iban.ts'

test.each(rowsOf<[string, string, string | null, number | null]>(import.meta.url, 'typed-ibans'))(
  '%s is %s',
  (text, check, country, expectedLength) => {
    expect(readTypedIban(text)).toMatchObject({ check, country, expectedLength })
  },
)

test('only a valid French one names the bank', () => {
  expect(readTypedIban('FR7719870000010000000000138').bankCode).toBe('19870')
  expect(readTypedIban('FR7719870000010000000000139').bankCode).toBeNull()
  expect(readTypedIban('DE89370400440532013000').bankCode).toBeNull()
})
