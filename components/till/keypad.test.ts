import { expect, test } from 'vitest'
import { pressKey } from './keypad.ts'

const press = (keys: string, mark: ',' | '.' = ',') =>
  [...keys].reduce((text, key) => pressKey(text, key === '<' ? 'back' : key, mark), '')

test.each([
  ['1250', '1250'],
  ['12,5', '12,5'],
  ['12,50', '12,50'],
  ['12,509', '12,50'],
  ['12,,5', '12,5'],
  [',5', '0,5'],
  ['05', '5'],
  ['00', '0'],
  ['0,05', '0,05'],
  ['123456789', '1234567'],
  ['12,50<<', '12,'],
  ['1<<', ''],
])('%s: %s', (keys, text) => {
  expect(press(keys)).toBe(text)
  expect(press(keys.replaceAll(',', '.'), '.')).toBe(text.replace(',', '.'))
})
