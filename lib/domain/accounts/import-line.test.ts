import { describe, expect, test } from 'vitest'
import { dayOrderOf, importLimits, isOtherAccount, readDay, readFileAmount, refuseFile } from './import-line.ts'

describe('the day of a line', () => {
  test.each([
    ['2026-11-21', '2026-11-21'],
    ['  2026-11-21  ', '2026-11-21'],
    ['20261121', '2026-11-21'],
    ['20261121120000[+1:CET]', '2026-11-21'],
    ['2026-11-21T10:00:00', '2026-11-21'],
    ['2026-11-21 10:00', '2026-11-21'],
    ['21/11/2026', '2026-11-21'],
    ['1/2/2026', '2026-02-01'],
    ['21.11.26', '2026-11-21'],
    ['31/12/69', '2069-12-31'],
    ['01/01/70', '1970-01-01'],
    ['31/12/98', '1998-12-31'],
    ['21-11-2026 10:00', '2026-11-21'],
    ['1900-01-01', '1900-01-01'],
    ['1899-12-31', null],
    ['2026-02-29', null],
    ['2026-13-01', null],
    ['31/04/2026', null],
    ['21/11', null],
    ['', null],
  ])('%j is %s', (text, day) => {
    expect(readDay(text)).toBe(day)
  })

  test('has the month first where the file has it so', () => {
    expect(readDay('11/21/2026', 'mdy')).toBe('2026-11-21')
    expect(readDay('11/21/2026')).toBeNull()
  })

  test.each([
    [['11/13/2026'], 'mdy'],
    [['12/13/2026', '01/02/2026'], 'mdy'],
    [['11/12/2026'], 'dmy'],
    [['13/11/2026'], 'dmy'],
    [['13/11/2026', '11/13/2026'], 'dmy'],
    [['no day', '11.13.2026'], 'mdy'],
    [[], 'dmy'],
  ] as const)('of %j: the order %s', (days, order) => {
    expect(dayOrderOf(days)).toBe(order)
  })
})

describe('the amount of a line', () => {
  test.each([
    ['12', 1_200n],
    ['12,5', 1_250n],
    ['12.50', 1_250n],
    ['12,', 1_200n],
    [',50', 50n],
    ['1 234,56', 123_456n],
    ['1\u202f234,56', 123_456n],
    ["1'234.56", 123_456n],
    ['1,234.56', 123_456n],
    ['1.234,56', 123_456n],
    ['1,234', 123_400n],
    ['123,456', 12_345_600n],
    ['1,234,567', 123_456_700n],
    ['1.234.567,89', 123_456_789n],
    ['12 €', 1_200n],
    ['12,50 EUR', 1_250n],
    ['+12', 1_200n],
    ['-12.5', -1_250n],
    ['\u221212', -1_200n],
    ['12,50-', -1_250n],
    ['(12.50)', -1_250n],
    ['1234,567', null],
    ['0,123', null],
    ['12,34.56', null],
    ['1,23,456', null],
    ['1.234.56', null],
    ['1234,567,890', null],
    ['-12-', null],
    ['(12', null],
    ['12)', null],
    ['12,345,', null],
    ['abc', null],
    ['', null],
  ])('%j is %s', (text, amountMinor) => {
    expect(readFileAmount(text, 'EUR')).toEqual(amountMinor === null ? null : { amountMinor, currency: 'EUR' })
  })

  test('three digits behind a comma are decimals of a currency that has three', () => {
    expect(readFileAmount('12,345', 'TND')?.amountMinor).toBe(12_345n)
    expect(readFileAmount('12,345', 'JPY')?.amountMinor).toBe(12_345n)
    expect(readFileAmount('12,345', 'EUR')?.amountMinor).toBe(1_234_500n)
  })
})

test('a file is at most 10 MiB and 50,000 lines, and 20 of its problems are told', () => {
  expect(importLimits).toEqual({ bytes: 10_485_760, lines: 50_000, problems: 20 })
})

test('a file that can not be read has no lines and one problem', () => {
  expect(refuseFile('empty')).toEqual({ lines: [], problems: [{ code: 'empty', line: null }] })
  expect(refuseFile('bad_xml', 3)).toEqual({ lines: [], problems: [{ code: 'bad_xml', line: 3 }] })
})

test.each([
  ['FR7630006000011234567890189', false],
  ['fr76 3000 6000 0112 3456 7890 189', false],
  ['DE89370400440532013000', true],
  ['FR7630006000011234567890188', false],
  ['12345678901', false],
  ['30006000011234567890189', false],
  ['30006000011234567891195', true],
  ['', false],
])('whether a file for %j is for another account: %s', (account, isOther) => {
  expect(isOtherAccount(account, { iban: 'FR7630006000011234567890189' })).toBe(isOther)
  expect(isOtherAccount(account, { iban: null })).toBe(false)
})
