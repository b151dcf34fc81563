import { type Currency, type Money, parseAmount } from '@guichet/values/money/minor.ts'

/**
 * Exact Money of a bank's amount, in the form of bank:D29 or of JSON serialisers (`1E+2`, `.5`, `12.`); null
 * otherwise.
 */
export function readAmount(text: string, currency: Currency): Money | null {
  const plain = toPlainDecimal(text.trim())
  return plain === null ? null : parseAmount(plain, currency)
}

function toPlainDecimal(text: string): string | null {
  const parts = /^([+-]?)(\d{0,30})(?:\.(\d{0,30}))?(?:e([+-]?\d{1,2}))?$/i.exec(text)
  if (!parts) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const digits = whole + fraction
  if (digits === '') return null
  const point = whole.length + Number(exponent)
  const padded = digits.padEnd(Math.max(point, 0), '0').padStart(digits.length + Math.max(-point, 0), '0')
  const split = Math.max(point, 0)
  const head = padded.slice(0, split).replace(/^0+(?=\d)/, '') || '0'
  const tail = padded.slice(split).replace(/(?<!0)0+$/, '')
  return `${sign}${head}${tail === '' ? '' : `.${tail}`}`
}
