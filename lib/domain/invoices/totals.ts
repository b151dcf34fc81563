import { absolute, type Currency, decimalsOf, formatAmount } from '@guichet/values/money/minor.ts'

/**
 * Integers only. A line is rounded once, to whole cents, from quantity × price; VAT once per rate on the sum of its
 * lines (EN 16931, BR-CO-17); halves away from zero, so that a credit note comes to the same.
 */

export const maxInvoiceLines = 50

/** Per cent (CGI art. 278 to 281 nonies, 294 to 297 with Corsica and overseas); `0`: exempt or not taxed. */
export const vatRates = ['20', '13', '10', '8.5', '5.5', '2.1', '1.75', '1.05', '0.9', '0'] as const
export type VatRate = (typeof vatRates)[number]

/** Decimal strings; `unitPrice` without VAT, up to six decimals, negative for a discount. */
export type InvoiceLine = {
  readonly description: string
  readonly quantity: string
  readonly unitPrice: string
  readonly vatRate: VatRate
}

export type VatSum = {
  readonly vatRate: VatRate
  readonly netMinor: bigint
  readonly vatMinor: bigint
}

export type RateSum = {
  /** Highest first. */
  readonly byRate: readonly VatSum[]
  readonly netMinor: bigint
  readonly vatMinor: bigint
  readonly totalMinor: bigint
}

export type InvoiceSum = RateSum & {
  /** Without VAT. */
  readonly lineMinor: readonly bigint[]
}

/** Thousandths, at most 999,999.999; null otherwise. */
export function parseQuantity(text: string): bigint | null {
  const [, whole, fraction = ''] = /^([0-9]{1,6})(?:\.([0-9]{1,3}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const thousandths = BigInt(whole + fraction.padEnd(3, '0'))
  return thousandths > 0n ? thousandths : null
}

/** Millionths, at most 999,999,999.999999; null otherwise. */
export function parseUnitPrice(text: string): bigint | null {
  const [, sign, whole, fraction = ''] = /^([+-]?)([0-9]{1,9})(?:\.([0-9]{1,6}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const millionths = BigInt(whole + fraction.padEnd(6, '0'))
  return sign === '-' ? -millionths : millionths
}

/** Halves away from zero; `denominator` above zero. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const rounded = (2n * absolute(numerator) + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

const basisPoints: { readonly [rate in VatRate]: bigint } = {
  '20': 2000n,
  '13': 1300n,
  '10': 1000n,
  '8.5': 850n,
  '5.5': 550n,
  '2.1': 210n,
  '1.75': 175n,
  '1.05': 105n,
  '0.9': 90n,
  '0': 0n,
}

/** Or the index of the first unreadable line. */
export function sumInvoice(
  lines: readonly Omit<InvoiceLine, 'description'>[],
  currency: Currency = 'EUR',
): InvoiceSum | { readonly line: number; readonly fault: 'quantity' | 'unitPrice' } {
  const lineMinor: bigint[] = []
  const scale = 10n ** BigInt(9 - decimalsOf(currency))
  for (const [line, { quantity, unitPrice }] of lines.entries()) {
    const thousandths = parseQuantity(quantity)
    if (thousandths === null) return { line, fault: 'quantity' }
    const millionths = parseUnitPrice(unitPrice)
    if (millionths === null) return { line, fault: 'unitPrice' }
    lineMinor.push(divideRounded(thousandths * millionths, scale))
  }
  return { lineMinor, ...sumRates(lines.map(({ vatRate }, at) => ({ vatRate, netMinor: lineMinor[at] ?? 0n }))) }
}

/** Rounded once per rate. */
export function sumRates(parts: readonly { readonly vatRate: VatRate; readonly netMinor: bigint }[]): RateSum {
  const byRate = vatRates.flatMap((vatRate): VatSum[] => {
    const ofRate = parts.filter(one => one.vatRate === vatRate)
    const netMinor = ofRate.reduce((sum, one) => sum + one.netMinor, 0n)
    return ofRate.length === 0
      ? []
      : [{ vatRate, netMinor, vatMinor: divideRounded(netMinor * basisPoints[vatRate], 10_000n) }]
  })
  const netMinor = byRate.reduce((sum, one) => sum + one.netMinor, 0n)
  const vatMinor = byRate.reduce((sum, one) => sum + one.vatMinor, 0n)
  return { byRate, netMinor, vatMinor, totalMinor: netMinor + vatMinor }
}

export function writeSum({ lineMinor, ...sum }: InvoiceSum, currency: Currency = 'EUR') {
  const lines = lineMinor.map(amountMinor => formatAmount({ amountMinor, currency }))
  return { lines, ...writeRates(sum, currency) }
}

export function writeRates(sum: RateSum, currency: Currency) {
  const text = (amountMinor: bigint) => formatAmount({ amountMinor, currency })
  return {
    byRate: sum.byRate.map(one => ({ vatRate: one.vatRate, net: text(one.netMinor), vat: text(one.vatMinor) })),
    net: text(sum.netMinor),
    vat: text(sum.vatMinor),
    total: text(sum.totalMinor),
  }
}
