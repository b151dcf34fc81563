import type { BigNumberInput } from '@medusajs/framework/types'

/** More digits than any amount, so that none of them can occupy the server. */
const longest = 60

/**
 * Medusa's amount, in euros, as the API takes it: a decimal string with two decimals, half a cent rounded up. Medusa keeps fractions of a
 * cent in totals with tax, and rounds to cents itself when it compares amounts. Null unless it is at least one cent.
 */
export function writeEuros(amount: BigNumberInput): string | null {
  const text = digitsOf(amount)
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,2}))?$/i.exec(text) ?? []
  if (whole === '' || text.length > longest) return null
  const shifted = shift(whole, fraction, Number(exponent))
  const cents = BigInt(shifted.whole + shifted.fraction.padEnd(2, '0').slice(0, 2))
  const rounded = (shifted.fraction[2] ?? '0') >= '5' ? cents + 1n : cents
  return rounded === 0n ? null : `${rounded / 100n}.${String(rounded % 100n).padStart(2, '0')}`
}

/** JavaScript writes large and small numbers as 1e+21 and 1e-7. */
function shift(whole: string, fraction: string, by: number): { readonly whole: string; readonly fraction: string } {
  if (by >= 0) {
    const padded = fraction.padEnd(by, '0')
    return { whole: whole + padded.slice(0, by), fraction: padded.slice(by) }
  }
  const padded = whole.padStart(1 - by, '0')
  return { whole: padded.slice(0, by), fraction: padded.slice(by) + fraction }
}

function digitsOf(amount: BigNumberInput): string {
  if (typeof amount !== 'object') return String(amount)
  if ('value' in amount) return String(amount.value)
  if ('numeric' in amount) return String(amount.raw?.value ?? amount.numeric)
  return amount.toFixed()
}
