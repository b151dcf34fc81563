import { plainAmount } from '@guichet/values/money/amount-input.ts'
import type { Locale } from './locale.ts'

/** A decimal string as typed in this language: `12,50`, `12.50`. */
export function typeAmount(amount: string, locale: Locale): string {
  return locale === 'fr' ? amount.replace('.', ',') : amount
}

/** A typed number as a decimal string (`−1 234,5 €`: `-1234.50`); null if there is none, and what can't be read as it is, for the refusal. */
export function readTypedAmount(typed: string, locale: Locale): string | null {
  const text = typed.trim().replace('\u2212', '-')
  const sign = text.startsWith('-') ? '-' : ''
  const amount = plainAmount(text.slice(sign.length), locale)
  return amount === null ? text.replace(',', '.') || null : sign + amount
}
