/** Minor units and a currency inside, a decimal string outside, never a float. */

/** ISO 4217. */
export type Currency = string

export type Money = { readonly amountMinor: bigint; readonly currency: Currency }

/** Others have two decimals (ISO 4217). */
const decimalsByCurrency: ReadonlyMap<Currency, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map((code): [string, number] => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code): [string, number] => [code, 3]),
  ...'CLF UYW'.split(' ').map((code): [string, number] => [code, 4]),
])

/** 999,999,999.99 euros, in cents. */
export const largestSepaMinor = 99_999_999_999n

/** bank:D29. */
const amountPattern = /^([+-]?)([0-9]{1,13})(?:\.([0-9]{1,5}))?$/
const currencyPattern = /^[A-Z]{3}$/

/** EUR 2, JPY 0, TND 3; unknown codes 2. */
export function decimalsOf(currency: Currency): number {
  return decimalsByCurrency.get(currency) ?? 2
}

/** Unknown codes pass: a bank may know new ones. */
export function isCurrency(text: string): boolean {
  return currencyPattern.test(text)
}

/** Exact (bank:D29), never rounded: null for digits after the currency's last decimal, or no ISO 4217 code. */
export function parseAmount(text: string, currency: Currency): Money | null {
  const parts = amountPattern.exec(text)
  if (!parts || !isCurrency(currency)) return null
  const [, sign, whole = '', fraction = ''] = parts
  const decimals = decimalsOf(currency)
  if (/[1-9]/.test(fraction.slice(decimals))) return null
  const amountMinor = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return { amountMinor: sign === '-' ? -amountMinor : amountMinor, currency }
}

/** `-12.30`, `500` (JPY). */
export function formatAmount({ amountMinor, currency }: Money): string {
  const decimals = decimalsOf(currency)
  const digits = absolute(amountMinor)
    .toString()
    .padStart(decimals + 1, '0')
  const sign = amountMinor < 0n ? '-' : ''
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** What is sent and shown of it. */
export function toMoneyView(money: Money): { amount: string; currency: string } {
  return { amount: formatAmount(money), currency: money.currency }
}

export function absolute(amountMinor: bigint): bigint {
  return amountMinor < 0n ? -amountMinor : amountMinor
}

/** Throws if the currencies differ. */
export function addMoney(left: Money, right: Money): Money {
  if (left.currency !== right.currency) throw new Error(`can't add ${right.currency} to ${left.currency}`)
  return { amountMinor: left.amountMinor + right.amountMinor, currency: left.currency }
}

/** In order of first appearance. */
export function sumByCurrency(amounts: Iterable<Money>): Money[] {
  const sums = new Map<Currency, Money>()
  for (const amount of amounts) {
    const sum = sums.get(amount.currency)
    sums.set(amount.currency, sum ? addMoney(sum, amount) : amount)
  }
  return [...sums.values()]
}
