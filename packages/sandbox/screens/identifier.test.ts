import { expect, test } from 'vitest'
import { type Bank, findBank } from '#sandbox/banks.ts'
import { readIdentifier } from './identifier.ts'

function bank(code: string): Bank {
  const found = findBank(code)
  if (!found) throw new Error(`no bank ${code}`)
  return found
}

test.each([
  ['19870', '10020002', '10020002'],
  ['19870', ' 1002 0002 ', '10020002'],
  ['19870', '10.02.00.02', '10020002'],
  ['19873', '20050001-01', '20050001-01'],
  ['19873', '2005 0001 – 01', '20050001-01'],
  ['19872', '10040001', '10040001'],
  ['19872', '20050001\u201101', '20050001-01'],
])('%s takes "%s"', (code, typed, identifier) => {
  expect(readIdentifier(bank(code), typed)).toMatchObject({ ok: true, identifier })
})

test.each([
  ['19870', '', 'empty'],
  ['19870', '   ', 'empty'],
  ['19870', '1002000', 'retail_not_eight_digits'],
  ['19870', 'camille@', 'retail_not_eight_digits'],
  ['19870', '20050001-01', 'professional_at_retail'],
  ['19873', '20050001', 'professional_without_dash'],
  ['19873', '20050001-1', 'professional_form'],
  ['19872', '1004', 'neither_form'],
  ['19872', '1-1', 'professional_form'],
])('%s explains "%s": %s', (code, typed, malformed) => {
  expect(readIdentifier(bank(code), typed)).toEqual({ ok: false, malformed })
})
