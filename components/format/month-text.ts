import { formatTags, type Locale } from './locale.ts'

/** A month (`YYYY-MM`) in words: `novembre 2026`, or short for an axis: `nov.`. */
export function formatMonth(month: string, locale: Locale, style: 'long' | 'short' = 'long'): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return month
  const options = style === 'long' ? ({ month: 'long', year: 'numeric' } as const) : ({ month: 'short' } as const)
  return new Intl.DateTimeFormat(formatTags[locale], { ...options, timeZone: 'UTC' }).format(at)
}
