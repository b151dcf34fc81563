/** Money: minor units and a currency inside, a decimal string outside, never a binary float. */

/** ISO 4217 alphabetic code. */
export type Currency = string

export type Money = { readonly amountMinor: bigint; readonly currency: Currency }

/** ISO 4217 currencies whose minor unit is not a hundredth. Others have two decimals. */
const decimalsByCurrency: ReadonlyMap<Currency, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((code): [string, number] => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code): [string, number] => [code, 3]),
  ...'CLF UYW'.split(' ').map((code): [string, number] => [code, 4]),
])

/** The largest amount of a SEPA credit transfer, 999,999,999.99 euros, in cents. */
export const largestSepaMinor = 99_999_999_999n

/** bank:D29: at most 13 digits before and 5 after the point. */
const amountPattern = /^([+-]?)([0-9]{1,13})(?:\.([0-9]{1,5}))?$/
const currencyPattern = /^[A-Z]{3}$/

/** Decimals of a currency's minor unit (ISO 4217): EUR 2, JPY 0, TND 3. Unknown codes have 2. */
export function decimalsOf(currency: Currency): number {
  return decimalsByCurrency.get(currency) ?? 2
}

/** Whether a text has the form of an ISO 4217 code. Unknown codes pass, because a bank may know new ones. */
export function isCurrency(text: string): boolean {
  return currencyPattern.test(text)
}

/**
 * Parses a decimal string exactly (bank:D29). Null if it is not an amount, if the currency has not the form of ISO 4217, or
 * if there are digits other than zero after the currency's last decimal: never round money.
 */
export function parseAmount(text: string, currency: Currency): Money | null {
  const parts = amountPattern.exec(text)
  if (!parts || !isCurrency(currency)) return null
  const [, sign, whole = '', fraction = ''] = parts
  const decimals = decimalsOf(currency)
  if (/[1-9]/.test(fraction.slice(decimals))) return null
  const amountMinor = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return { amountMinor: sign === '-' ? -amountMinor : amountMinor, currency }
}

/** The decimal string of an amount with all decimals of its currency: `-12.30`, `500` (JPY). */
export function formatAmount({ amountMinor, currency }: Money): string {
  const decimals = decimalsOf(currency)
  const digits = absolute(amountMinor)
    .toString()
    .padStart(decimals + 1, '0')
  const sign = amountMinor < 0n ? '-' : ''
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** An amount in minor units without its sign. */
export function absolute(amountMinor: bigint): bigint {
  return amountMinor < 0n ? -amountMinor : amountMinor
}

/** Sum of two amounts of one currency. Throws if the currencies differ, which is a bug of the caller. */
export function addMoney(left: Money, right: Money): Money {
  if (left.currency !== right.currency) throw new Error(`can't add ${right.currency} to ${left.currency}`)
  return { amountMinor: left.amountMinor + right.amountMinor, currency: left.currency }
}

/** One sum per currency, in order of first appearance. */
export function sumByCurrency(amounts: Iterable<Money>): Money[] {
  const sums = new Map<Currency, Money>()
  for (const amount of amounts) {
    const sum = sums.get(amount.currency)
    sums.set(amount.currency, sum ? addMoney(sum, amount) : amount)
  }
  return [...sums.values()]
}
