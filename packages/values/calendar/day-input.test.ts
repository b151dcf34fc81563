import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from './day.ts'
import { isBeyondMonth, readDayInput, weeksOfMonth, writeDay } from './day-input.ts'

describe('a day that a person wrote', () => {
  test.each([
    ['31/12/2026', '2026-12-31'],
    ['1/2/2026', '2026-02-01'],
    ['1.2.26', '2026-02-01'],
    [' 01 02 2026 ', '2026-02-01'],
    ['1-2-2026', '2026-02-01'],
    ['2026-12-31', '2026-12-31'],
    ['29/02/2028', '2028-02-29'],
  ])('%s is %s', (text, day) => expect(readDayInput(text)).toBe(day))

  test.each(['', '31/12', '31/12/202', '29/02/2027', '32/01/2026', '12/31/2026', '2026-13-01', 'demain', '1/2/20266'])(
    '“%s” is none',
    text => expect(readDayInput(text)).toBeNull(),
  )

  test.each([
    ['31/06/2026', true],
    ['29/02/2027', true],
    ['2026-02-30', true],
    ['30/06/2026', false],
    ['32/01/2026', false],
    ['0/01/2026', false],
    ['12/31/2026', false],
    ['demain', false],
    ['', false],
  ])('“%s” names a day that its month does not have: %s', (text, is) => expect(isBeyondMonth(text)).toBe(is))

  const days = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
    .map(date => date.toISOString().slice(0, 10))

  test('is read as it is shown, whatever the day', () => {
    fc.assert(fc.property(days, day => readDayInput(writeDay(day)) === day))
    expect(writeDay('2026-12-31')).toBe('31/12/2026')
    expect(writeDay('demain')).toBe('demain')
  })

  test('a month shows each of its days once, on its weekday, Monday first', () => {
    fc.assert(
      fc.property(days, day => {
        const weeks = weeksOfMonth(day)
        expect(weeks.length).toBeLessThanOrEqual(6)
        const shown = weeks.flat().filter(one => one !== null)
        expect(shown).toContain(day)
        expect(shown[0]?.slice(8)).toBe('01')
        expect(new Set(shown).size).toBe(shown.length)
        expect(addDays(shown.at(-1) ?? '', 1).slice(8)).toBe('01')
        for (const week of weeks) {
          for (const [at, one] of week.entries()) {
            if (one !== null) expect((new Date(one).getUTCDay() + 6) % 7).toBe(at)
          }
        }
      }),
    )
  })
})
