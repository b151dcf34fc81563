import { formatTags, type Locale } from './locale.ts'

const decimal = /^-?\d+(?:\.\d+)?$/
const formats = new Map<string, Intl.NumberFormat>()

/**
 * A decimal string as a person reads it: `1 234,56 €`, `€1,234.56`. The digits never pass through a binary float, and
 * a currency nobody knows is shown with its code. `signed` writes a plus too.
 */
export function formatMoney(money: { amount: string; currency: string }, locale: Locale, signed = false): string {
  if (!isDecimal(money.amount)) return `${money.amount} ${money.currency}`.trim()
  return tidySpaces(formatOf(locale, money.currency, signed).format(money.amount))
}

/** A decimal string as a field of this language holds it: `12,50`, `12.50`. */
export function typeAmount(amount: string, locale: Locale): string {
  return locale === 'fr' ? amount.replace('.', ',') : amount
}

export function isDecimal(text: string): text is `${number}` {
  return decimal.test(text)
}

function formatOf(locale: Locale, currency: string, signed: boolean): Intl.NumberFormat {
  const key = `${locale} ${currency} ${signed}`
  const known = formats.get(key)
  if (known) return known
  const made = makeFormat(locale, currency, signed)
  formats.set(key, made)
  return made
}

function makeFormat(locale: Locale, currency: string, signed: boolean): Intl.NumberFormat {
  const signDisplay = signed ? 'exceptZero' : 'auto'
  const tag = formatTags[locale]
  if (!/^[A-Z]{3}$/.test(currency)) return new Intl.NumberFormat(tag, { signDisplay, minimumFractionDigits: 2 })
  return new Intl.NumberFormat(tag, {
    style: 'currency',
    currency,
    currencyDisplay: locale === 'fr' ? 'symbol' : 'narrowSymbol',
    signDisplay,
  })
}

/** The same spaces on the server's ICU and on the browser's: narrow inside the number, a full one before the currency. */
function tidySpaces(text: string): string {
  return text
    .replace(/(\d)[\u00a0\u2009\u202f ](?=\d)/g, '$1\u202f')
    .replace(/[\u2009\u202f ](?!\d)/g, '\u00a0')
    .replace(/^-/, '\u2212')
}
