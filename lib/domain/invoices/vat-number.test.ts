import { expect, test } from 'vitest'
import { vatNumberOf } from './vat-number.ts'

test.each([
  ['FR83404833048', 'FR83404833048'],
  ['fr 83 404 833 048', 'FR83404833048'],
  ['FRK7404833048', 'FRK7404833048'],
  ['DE123456789', 'DE123456789'],
  ['ie1234567fa', 'IE1234567FA'],
  ['NL000099998B57', 'NL000099998B57'],
])('%s', (typed, number) => expect(vatNumberOf(typed)).toBe(number))

test.each([
  '',
  'FR',
  '83404833048',
  'FR84404833048',
  'FR83404833049',
  'FR8340483304',
  'D1',
  'DE1234567890123',
  'DE12-4',
])('%j is none', typed => expect(vatNumberOf(typed)).toBeNull())
