import type { Money } from './minor.ts'

/** Typed amounts in euro: `1 234,56`, `1,234.56`, and the other language's form if unambiguous. */

export const amountFaults = [
  'amount_empty',
  'amount_not_a_number',
  'amount_ambiguous',
  'amount_decimals',
  'amount_not_positive',
  'amount_too_large',
] as const
export type AmountFault = (typeof amountFaults)[number]

/** bank:D29. */
const maxDigits = 13

/** Also the Swiss apostrophe. */
const groupSpace = /[\s\u00a0\u2009\u202f'’]/gu

/**
 * Exact. A single separator that could be decimal or group (`1.234` in French) is refused: a wrong guess is a factor
 * of a thousand. Currency signs and outer spaces are ignored.
 */
export function readAmountInput(text: string, locale: 'fr' | 'en'): { money: Money } | { fault: AmountFault } {
  const bare = text
    .trim()
    .replace(/^\u2212/, '-')
    .replace(/^([-+]?)(?:€|EUR)/i, '$1')
    .replace(/(?:€|EUR)$/i, '')
    .trim()
  if (bare === '') return { fault: 'amount_empty' }
  if (!/^[-+]?\d(?:[\d.,\s\u00a0\u2009\u202f'’]*\d)?[.,]?$/u.test(bare)) return { fault: 'amount_not_a_number' }
  if (bare.startsWith('-')) return { fault: 'amount_not_positive' }
  const parts = splitNumber(bare.replace(/^\+/, ''), locale)
  return 'fault' in parts ? parts : toMoney(parts)
}

/**
 * What one looks for or filters by, as a decimal string (`1234.50`), which one stays as it is; null if it is none, or
 * negative. Currency signs are ignored.
 * Without a language, as either of them reads it.
 */
export function plainAmount(text: string, locale: 'fr' | 'en' | null): string | null {
  if (/^\d{1,13}(?:\.\d{1,2})?$/.test(text)) return text
  if (locale === null) return plainAmount(text, 'fr') ?? plainAmount(text, 'en')
  const read = readAmountInput(text, locale)
  if ('fault' in read) return read.fault === 'amount_not_positive' && !/[-\u2212]/.test(text) ? '0' : null
  const digits = String(read.money.amountMinor).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The same of a size, whatever its sign: `−13,99 €`, copied from a list, is `13.99`. */
export function plainSize(text: string, locale: 'fr' | 'en' | null): string | null {
  return plainAmount(text.trim().replace(/^[-+\u2212]/, ''), locale)
}

type Parts = { readonly whole: string; readonly fraction: string }

function splitNumber(text: string, locale: 'fr' | 'en'): Parts | { fault: AmountFault } {
  const [decimal, group] = locale === 'fr' ? ([',', '.'] as const) : (['.', ','] as const)
  const count = (mark: string) => text.split(mark).length - 1
  const [decimals, groups] = [count(decimal), count(group)]
  if (decimals > 0 && groups > 0)
    return splitAtLast(text, text.lastIndexOf(decimal) > text.lastIndexOf(group) ? decimal : group)
  if (decimals > 1) return splitGroups(text, decimal)
  if (decimals === 1) return splitOwn(text, decimal, locale)
  if (groups > 1) return splitGroups(text, group)
  return groups === 1 ? splitForeign(text, group, locale) : splitGroups(text, ' ')
}

/** The last of both separators is the decimal. */
function splitAtLast(text: string, decimal: '.' | ','): Parts | { fault: AmountFault } {
  const at = text.indexOf(decimal)
  const whole = splitGroups(text.slice(0, at), decimal === ',' ? '.' : ',')
  return 'fault' in whole ? whole : withFraction(whole.whole, text.slice(at + 1))
}

/** Three digits after it in French may be English thousands. */
function splitOwn(text: string, decimal: string, locale: 'fr' | 'en'): Parts | { fault: AmountFault } {
  const [before = '', after = ''] = text.split(decimal)
  if (locale === 'fr' && /^\d{3}$/.test(after) && /^\d{1,3}$/.test(before)) return { fault: 'amount_ambiguous' }
  const whole = splitGroups(before, ' ')
  return 'fault' in whole ? whole : withFraction(whole.whole, after)
}

/** A group in English, ambiguous in French; a decimal with one or two digits. */
function splitForeign(text: string, mark: string, locale: 'fr' | 'en'): Parts | { fault: AmountFault } {
  const [before = '', after = ''] = text.split(mark)
  if (/^\d{1,2}$/.test(after)) {
    const whole = splitGroups(before, ' ')
    return 'fault' in whole ? whole : withFraction(whole.whole, after)
  }
  if (!/^\d{3}$/.test(after) || !/^\d{1,3}$/.test(before)) return { fault: 'amount_not_a_number' }
  return locale === 'en' ? { whole: before + after, fraction: '' } : { fault: 'amount_ambiguous' }
}

/** Grouped by three, or ungrouped. */
function splitGroups(text: string, mark: string): Parts | { fault: AmountFault } {
  const marked = mark === ' ' ? text.replace(groupSpace, ' ') : text.replaceAll(mark, ' ')
  if (mark !== ' ' && text.search(groupSpace) !== -1) return { fault: 'amount_not_a_number' }
  if (!/^(?:\d+|\d{1,3}(?: \d{3})+)$/.test(marked)) return { fault: 'amount_not_a_number' }
  return { whole: marked.replaceAll(' ', ''), fraction: '' }
}

function withFraction(whole: string, fraction: string): Parts | { fault: AmountFault } {
  if (!/^\d*$/.test(fraction)) return { fault: 'amount_not_a_number' }
  return fraction.length > 2 ? { fault: 'amount_decimals' } : { whole, fraction }
}

function toMoney({ whole, fraction }: Parts): { money: Money } | { fault: AmountFault } {
  const digits = whole.replace(/^0+(?=\d)/, '')
  if (digits.length > maxDigits) return { fault: 'amount_too_large' }
  const amountMinor = BigInt(digits + fraction.padEnd(2, '0'))
  return amountMinor === 0n ? { fault: 'amount_not_positive' } : { money: { amountMinor, currency: 'EUR' } }
}
