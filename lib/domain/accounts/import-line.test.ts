import { expect, test } from 'vitest'
import { importLimits, isOtherAccount, isVainReference, refuseFile } from './import-line.ts'

test('a file is at most 10 MiB and 50,000 lines, and 20 of its problems are told', () => {
  expect(importLimits).toEqual({ bytes: 10_485_760, lines: 50_000, problems: 20, answers: 50 })
})

test('a file that can not be read has no lines and one problem', () => {
  const nothing = { lines: [], notes: [], questions: [], hints: [], balance: null, account: '' }
  expect(refuseFile('empty')).toEqual({ ...nothing, problems: [{ code: 'empty', line: null }] })
  expect(refuseFile('bad_xml', 3)).toEqual({ ...nothing, problems: [{ code: 'bad_xml', line: 3 }] })
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

test.each([
  ['', true],
  ['000', true],
  ['NONREF', true],
  ['Notprovided', true],
  ['DE89 3704 0044 0532 0130 00', true],
  ['R4711', false],
  ['NONREF1', false],
])('the reference %j says nothing: %s', (reference, isVain) => {
  expect(isVainReference(reference)).toBe(isVain)
})
