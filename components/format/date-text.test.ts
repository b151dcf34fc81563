import { describe, expect, test } from 'vitest'
import { formatDate } from './date-text.ts'

describe('dates', () => {
  test('a calendar date is that day', () => {
    expect(formatDate('2026-11-21', 'fr')).toBe('21 novembre 2026')
    expect(formatDate('2026-11-21', 'en')).toBe('21 November 2026')
    expect(formatDate('2026-11-21', 'fr', 'short')).toBe('21/11/2026')
    expect(formatDate('2026-11-21', 'fr', 'day')).toBe('samedi 21 novembre')
    expect(formatDate('2026-11-21', 'en', 'full')).toBe('Saturday 21 November 2026')
    expect(formatDate('2026-11-21', 'en', 'day')).toBe('Saturday 21 November')
    expect(formatDate('2026-11-21', 'fr', 'near')).toBe('21 novembre')
  })

  test('the first of a month is ordinal in French', () => {
    expect(formatDate('2026-05-01', 'fr')).toBe('1er mai 2026')
    expect(formatDate('2026-05-01', 'fr', 'day')).toBe('vendredi 1er mai')
    expect(formatDate('2026-05-11', 'fr')).toBe('11 mai 2026')
    expect(formatDate('2026-05-01', 'en')).toBe('1 May 2026')
  })

  test('an instant is shown in Paris, across midnight and summer time', () => {
    expect(formatDate('2026-11-21T23:30:00Z', 'fr')).toBe('22 novembre 2026')
    expect(formatDate('2026-07-01T09:05:00Z', 'fr', 'time')).toBe('11\u00a0h\u00a005')
  })

  test('hours are written as each language writes them', () => {
    expect(formatDate('2026-11-21T06:42:00Z', 'fr', 'time')).toBe('7\u00a0h\u00a042')
    expect(formatDate('2026-11-21T23:05:00Z', 'fr', 'time')).toBe('0\u00a0h\u00a005')
    expect(formatDate('2026-11-21T06:42:00Z', 'fr', 'moment')).toBe('21 novembre 2026 à 7\u00a0h\u00a042')
    expect(formatDate('2026-11-21T06:42:00Z', 'en', 'time')).toBe('07:42')
  })

  test('a text that is not a date is unchanged', () => {
    expect(formatDate('soon', 'fr')).toBe('soon')
  })
})
