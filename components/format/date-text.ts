import { formatTags, type Locale, timeZone } from './locale.ts'

export type DateStyle = 'full' | 'long' | 'near' | 'short' | 'day' | 'time' | 'moment'

const styles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  near: { day: 'numeric', month: 'long' },
  short: { day: '2-digit', month: '2-digit', year: 'numeric' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  time: { hour: '2-digit', minute: '2-digit' },
  moment: { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
}

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * A calendar date (`YYYY-MM-DD`, shown as that day whatever the zone) or an instant (ISO 8601, shown in Paris):
 * `21 novembre 2026`, `7 h 42`. Any other text is returned unchanged.
 */
export function formatDate(value: string, locale: Locale, style: DateStyle = 'long'): string {
  const calendar = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const at = new Date(calendar ? `${value}T00:00:00Z` : value)
  if (Number.isNaN(at.getTime())) return value
  const text = formatOf(locale, style, calendar ? 'UTC' : timeZone).format(at)
  // ICU puts a comma after an English weekday, which the British don't.
  return locale === 'fr' ? asFrenchWrite(text) : text.replace(/^(\w+day), /, '$1 ')
}

/** `1 mai` and `07:42` as French prose has them: `1er mai`, `7 h 42`. */
function asFrenchWrite(text: string): string {
  return text.replace(/^((?:\D+ )?)1 /, '$11er ').replace(/\b0?(\d{1,2}):(\d{2})$/, '$1\u00a0h\u00a0$2')
}

function formatOf(locale: Locale, style: DateStyle, zone: string): Intl.DateTimeFormat {
  const key = `${locale} ${style} ${zone}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(formatTags[locale], { ...styles[style], timeZone: zone })
  formats.set(key, made)
  return made
}
