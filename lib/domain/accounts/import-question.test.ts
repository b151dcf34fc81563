import { expect, test } from 'vitest'
import { askDayOrder, askDecimal } from './import-question.ts'

test('a day and an amount are shown as both readings make them, one that makes none too', () => {
  expect(askDayOrder('09/01/2026', 2)).toMatchObject({
    lines: [],
    problems: [{ code: 'ambiguous_day', line: 2 }],
    questions: [
      { field: 'dayOrder', text: '09/01/2026', answers: [{ reading: '2026-01-09' }, { reading: '2026-09-01' }] },
    ],
  })
  expect(askDecimal('1.234', 'EUR', null)).toMatchObject({
    problems: [{ code: 'ambiguous_amount', line: null }],
    questions: [{ field: 'decimal', text: '1.234', answers: [{ reading: '1234.00' }, { reading: null }] }],
  })
})
