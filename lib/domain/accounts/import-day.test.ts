import { describe, expect, test } from 'vitest'
import { rowsOf } from '#testing/rows.ts'
import { dayOrderOf, readDay } from './import-day.ts'

describe('the day of a line', () => {
  test.each(rowsOf<[string, string | null]>(import.meta.url, 'days'))('%j is %s', (text, day) => {
    expect(readDay(text)).toBe(day)
  })

  test('has the month first where the file has it so', () => {
    expect(readDay('11/21/2026', 'mdy')).toBe('2026-11-21')
    expect(readDay('11/21/2026')).toBeNull()
  })

  test.each([
    [['11/13/2026'], 'mdy', true],
    [['12/13/2026', '01/02/2026'], 'mdy', true],
    [['11/12/2026'], 'dmy', false],
    [['13/11/2026'], 'dmy', true],
    [['13/11/2026', '11/13/2026'], 'dmy', true],
    [['no day', '11.13.2026'], 'mdy', true],
    [['11/11/2026'], 'dmy', true],
    [['2026-11-12'], 'dmy', true],
    [[], 'dmy', true],
  ] as const)('of %j: the order %s, and whether it is sure: %s', (days, order, sure) => {
    expect(dayOrderOf(days)).toEqual({ order, sure })
  })

  test('a month that has not come is the day', () => {
    expect(dayOrderOf(['11/12/2026'], '2026-11-21')).toEqual({ order: 'mdy', sure: true })
    expect(dayOrderOf(['12/11/2026'], '2026-11-21')).toEqual({ order: 'dmy', sure: true })
    expect(dayOrderOf(['03/02/2026'], '2026-11-21').sure).toBe(false)
  })
})
