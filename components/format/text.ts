import { asFrenchWrite } from '@guichet/values/text/french-dates.ts'
import { formatTags, type Locale, timeZone } from './locale.ts'

export type DateStyle = 'full' | 'long' | 'near' | 'short' | 'day' | 'time' | 'moment'

const styles: Record<DateStyle | 'month' | 'shortMonth', Intl.DateTimeFormatOptions> = {
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  near: { day: 'numeric', month: 'long' },
  short: { day: '2-digit', month: '2-digit', year: 'numeric' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  time: { hour: '2-digit', minute: '2-digit' },
  moment: { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  month: { month: 'long', year: 'numeric' },
  shortMonth: { month: 'short' },
}

const dateFormats = new Map<string, Intl.DateTimeFormat>()

/**
 * A calendar date (`YYYY-MM-DD`, shown as that day whatever the zone) or an instant (ISO 8601, shown in Paris):
 * `21 novembre 2026`, `7 h 42`. Any other text is returned unchanged.
 */
export function formatDate(value: string, locale: Locale, style: DateStyle = 'long'): string {
  const calendar = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const at = new Date(calendar ? `${value}T00:00:00Z` : value)
  if (Number.isNaN(at.getTime())) return value
  const text = dateFormat(locale, style, calendar ? 'UTC' : timeZone).format(at)
  // ICU puts a comma after an English weekday, which the British don't.
  return locale === 'fr' ? asFrenchWrite(text) : text.replace(/^(\w+day), /, '$1 ')
}

function dateFormat(locale: Locale, style: keyof typeof styles, zone: string): Intl.DateTimeFormat {
  const key = `${locale} ${style} ${zone}`
  const known = dateFormats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(formatTags[locale], { ...styles[style], timeZone: zone })
  dateFormats.set(key, made)
  return made
}

/** A month (`YYYY-MM`) in words: `novembre 2026`, or short for an axis: `nov.`. */
export function formatMonth(month: string, locale: Locale, style: 'long' | 'short' = 'long'): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return month
  return dateFormat(locale, style === 'long' ? 'month' : 'shortMonth', 'UTC').format(at)
}

const decimal = /^-?\d+(?:\.\d+)?$/
const moneyFormats = new Map<string, Intl.NumberFormat>()

/** Of an amount. Kept, because making one takes as long as formatting a page of amounts. */
function moneyFormat(locale: Locale, currency: string, more: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([locale, currency, more])
  const known = moneyFormats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(formatTags[locale], { ...currencyStyle(locale, currency), ...more })
  moneyFormats.set(key, made)
  return made
}

/**
 * A decimal string as a person reads it: `1 234,56 €`, `€1,234.56`. The digits never pass through a binary float, and
 * an unknown currency is shown with its code. `signed` writes a plus too.
 */
export function formatMoney(money: { amount: string; currency: string }, locale: Locale, signed = false): string {
  if (!isDecimal(money.amount)) return `${money.amount} ${money.currency}`.trim()
  const signDisplay = signed ? 'exceptZero' : 'auto'
  return normaliseSpaces(moneyFormat(locale, money.currency, { signDisplay }).format(money.amount))
}

/** A unit price, with up to six decimals: `0,1734 €`. */
export function formatPrice(money: { amount: string; currency: string }, locale: Locale): string {
  if (!isDecimal(money.amount)) return formatMoney(money, locale)
  return normaliseSpaces(moneyFormat(locale, money.currency, { maximumFractionDigits: 6 }).format(money.amount))
}

/** An amount without cents, for estimates: `1 235 €`, `€1,235`. */
export function formatAbout(money: { amount: string; currency: string }, locale: Locale): string {
  if (!isDecimal(money.amount)) return formatMoney(money, locale)
  const whole = { signDisplay: 'negative', minimumFractionDigits: 0, maximumFractionDigits: 0 } as const
  return normaliseSpaces(moneyFormat(locale, money.currency, whole).format(money.amount))
}

/**
 * An amount for an axis, with its unit: `−4 k€`, `−€4k`. An axis has round amounts, so it is in few digits without being rounded, which
 * would make neighbours look the same: `4.02k`, `4.04k`. Drawings are rounded, so a float is exact enough.
 */
export function formatAxis(amount: number, currency: string, locale: Locale): string {
  const few = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 3 } as const
  return moneyFormat(locale, currency, few)
    .formatToParts(amount)
    .map(({ type, value }, at, parts) => {
      if (type === 'minusSign') return '\u2212'
      if (type !== 'literal' && type !== 'group') return value
      return parts[at - 1]?.type === 'compact' ? '' : locale === 'fr' ? '\u202f' : value
    })
    .join('')
}

/** A currency in words, in the plural: `euros`, `dollars des États-Unis`; its code if it has no name. */
export function nameCurrency(currency: string, locale: Locale): string {
  if (!/^[A-Z]{3}$/.test(currency)) return currency
  const parts = moneyFormat(locale, currency, { currencyDisplay: 'name' }).formatToParts(2)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

export function isDecimal(text: string): text is `${number}` {
  return decimal.test(text)
}

/** The number format of a currency; plain numbers if the code is invalid. */
function currencyStyle(locale: Locale, currency: string): Intl.NumberFormatOptions {
  if (!/^[A-Z]{3}$/.test(currency)) return { minimumFractionDigits: 2 }
  return { style: 'currency', currency, currencyDisplay: locale === 'fr' ? 'symbol' : 'narrowSymbol' }
}

/** Unifies the spaces of the server's and the browser's ICU: narrow inside the number, a full one before the currency. */
function normaliseSpaces(text: string): string {
  return text
    .replace(/(\d)[\u00a0\u2009\u202f ](?=\d)/g, '$1\u202f')
    .replace(/[\u2009\u202f ](?!\d)/g, '\u00a0')
    .replace(/^-/, '\u2212')
}

/** Whether there is a text for a value that others chose. */
export function isKey<T extends object>(words: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(words, key)
}
