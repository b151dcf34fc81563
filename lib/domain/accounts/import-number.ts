import { decimalsOf, type Money, parseAmount } from '@guichet/values/money/minor.ts'

/** Amounts in files. Those of a format that says how numbers are written are never guessed. */

export const decimalSigns = [',', '.'] as const
export type DecimalSign = (typeof decimalSigns)[number]

const longest = 60

/** OFX, XML, MT940: no grouping, padded with zeros at will; exact or null. */
export function readDecimal(text: string, currency: string): Money | null {
  const parts = text.length > longest ? null : /^([+-]?)(\d*)(?:[.,](\d*))?$/.exec(text.trim())
  if (!parts) return null
  const [, sign = '', whole = '', fraction = ''] = parts
  return whole === '' && fraction === '' ? null : toMoney(sign === '-', whole, fraction, currency)
}

function toMoney(negative: boolean, whole: string, fraction: string, currency: string): Money | null {
  const [bare, decimals] = [whole.replace(/^0+/, '') || '0', fraction.replace(/(?<!0)0+$/, '')]
  const money = parseAmount(decimals === '' ? bare : `${bare}.${decimals}`, currency)
  return money && negative ? { ...money, amountMinor: -money.amountMinor } : money
}

type Written = { readonly negative: boolean; readonly digits: string }

/** Spaces and apostrophes within a number are before three digits, or it is two numbers. */
const brokenGroup = /\d[\s'’]+(?!\d{3}(?!\d))\d/

/** `1 234,56`, `-12.5`, `12,50-`, `(12.50)`, `12 €`, `EUR 12`, `12,50 DR`. */
function splitWritten(text: string): Written | null {
  if (text.length > longest || brokenGroup.test(text)) return null
  const bare = text
    .replace(/(?<=\d)[€$£](?=\d\d(?!\d))/, ',')
    .replace(/(?<!\d)[€$£]|[€$£](?!\d)|[\s\p{Cf}'’]/gu, '')
    .replace(/[\u2010-\u2015\u2212\ufe63\uff0d]/g, '-')
    .replace(/(?<=\d)([.,])--?(?![\d-])/, (_, sign) => `${sign}00`)
    .replace(/^([(+-]?)[A-Z]{3}(?=[\d(+-])/, '$1')
    .replace(/(?<=\d)[A-Z]{3}(?=(?:[)+-]|CR?|DR?)?$)/, '')
  const parts = /^([(+-]?)([\d.,]+)([)+-]|C|CR|D|DR)?$/i.exec(bare)
  if (!parts || !/\d/.test(bare)) return null
  const [, before = '', digits = '', after = ''] = parts
  const behind = after.toUpperCase()
  const signs = [before, behind].filter(sign => sign !== '' && sign !== '(' && sign !== ')')
  if ((before === '(') !== (behind === ')') || (before !== '' && signs.length > 1)) return null
  return { negative: before === '(' || signs.some(sign => sign === '-' || sign.startsWith('D')), digits }
}

/** As written: `€`, `$`, `£` or a code of three letters; empty if the text names none. */
export function currencyWordOf(text: string): string {
  return /[€$£]|[A-Z]{3}/.exec(text.slice(0, longest))?.[0] ?? ''
}

/** One sign, once, before three digits: decimals or thousands. */
function ambiguousSign(digits: string, currency: string): DecimalSign | null {
  const sign = /^(?!0+[.,])\d{1,3}([.,])\d{3}$/.exec(digits)?.[1]
  return decimalsOf(currency) === 3 ? null : (decimalSigns.find(one => one === sign) ?? null)
}

/**
 * Exact or null. The last `,` or `.` is the decimal, unless three digits follow: then `decimal` says which it is, or
 * without it they are thousands.
 */
export function readFileAmount(text: string, currency: string, decimal: DecimalSign | null = null): Money | null {
  const written = splitWritten(text)
  if (!written) return null
  const { negative, digits } = written
  const at = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'))
  if (at < 0) return toMoney(negative, digits, '', currency)
  const sign = digits.charAt(at)
  const [whole, fraction] = [digits.slice(0, at), digits.slice(at + 1)]
  const ambiguous = ambiguousSign(digits, currency)
  const grouped = ambiguous === null ? digits.split(sign).length > 2 : ambiguous !== decimal
  if (grouped) return isGrouped(digits, sign) ? toMoney(negative, digits.replaceAll(sign, ''), '', currency) : null
  const other = sign === ',' ? '.' : ','
  if (whole.includes(other) && !isGrouped(whole, other)) return null
  return toMoney(negative, whole.replaceAll(other, ''), fraction, currency)
}

function isGrouped(digits: string, sign: string): boolean {
  const [first = '', ...rest] = digits.split(sign)
  return /^\d{1,3}$/.test(first) && rest.every(group => /^\d{3}$/.test(group))
}

export type DecimalFinding = {
  /** Null if no number needs it. */
  readonly decimal: DecimalSign | null
  /** The first of `texts` that can be read in two ways, if nothing tells which. */
  readonly askAt: number | null
}

/** From a file's other numbers: `1.234` beside `12,50` is a thousand, beside `12.50` it is not. */
export function findDecimal(texts: readonly string[], currency: string): DecimalFinding {
  const decimals = new Set<string>()
  const groups = new Set<string>()
  const ambiguous = new Set<DecimalSign>()
  const doubtful: number[] = []
  for (const [at, text] of texts.entries()) {
    const digits = splitWritten(text)?.digits ?? ''
    const sign = ambiguousSign(digits, currency)
    if (sign !== null) {
      ambiguous.add(sign)
      doubtful.push(at)
      continue
    }
    const used = [...digits.replace(/\d/g, '')]
    const last = used.at(-1)
    if (last === undefined) continue
    if (used.length > 1 && used.every(one => one === last)) groups.add(last)
    else decimals.add(last)
    for (const one of used) if (one !== last) groups.add(one)
  }
  const [sign, second] = ambiguous
  // Nothing but thousands, without decimals.
  if (sign === undefined || decimalsOf(currency) === 0) return { decimal: null, askAt: null }
  const other = sign === ',' ? '.' : ','
  const isDecimal = decimals.has(sign) || groups.has(other)
  const isGroup = groups.has(sign) || decimals.has(other)
  const settled = isDecimal === isGroup || second !== undefined ? null : isDecimal ? sign : other
  const unreadable = doubtful.find(at => settled && readFileAmount(texts[at] ?? '', currency, settled) === null)
  return settled === null
    ? { decimal: null, askAt: doubtful[0] ?? null }
    : { decimal: settled, askAt: unreadable ?? null }
}
