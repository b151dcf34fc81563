import { type Currency, parseAmount } from '@guichet/values/money/minor.ts'
import { type InvoiceLine, type RateSum, sumInvoice, sumRates, type VatSum } from './totals.ts'

/** Credit notes never exceed their invoice, and equal it exactly when they take back all. */

export type CreditedLine = {
  /** Index in the invoice. */
  readonly line: number
  /** Without VAT, with the sign of its line. */
  readonly netMinor: bigint
}

/** As typed: a decimal string. */
export type TypedCredit = { readonly line: number; readonly net: string }

export type CreditSum = RateSum & { readonly lines: readonly CreditedLine[] }

/** `line`: unknown or repeated; `net`: more than is left; `total`: their sum. */
export type CreditFault = { readonly fault: 'line' | 'net'; readonly at: number } | { readonly fault: 'total' }

type Invoiced = {
  readonly lines: readonly Omit<InvoiceLine, 'description'>[]
  readonly currency: Currency
  readonly earlier: readonly CreditedLine[]
}

export function readCredited(
  notes: readonly { readonly lines: readonly TypedCredit[] }[],
  currency: Currency,
): CreditedLine[] {
  return notes.flatMap(({ lines }) =>
    lines.map(({ line, net }) => {
      const money = parseAmount(net, currency)
      if (money === null) throw new Error('a credit note was stored with an amount that can’t be read')
      return { line, netMinor: money.amountMinor }
    }),
  )
}

/** Of each line without VAT, of the invoice with. */
export function creditLeft({ lines, currency, earlier }: Invoiced): {
  readonly lineMinor: readonly bigint[]
  readonly totalMinor: bigint
} {
  const sum = sumInvoice(lines, currency)
  if ('fault' in sum) throw new Error('an invoice was stored whose lines have no sum')
  const lineMinor = [...sum.lineMinor]
  for (const { line, netMinor } of earlier) lineMinor[line] = (lineMinor[line] ?? 0n) - netMinor
  return { lineMinor, totalMinor: sum.totalMinor - sumParts(lines, earlier).totalMinor }
}

export function creditAllLeft(invoiced: Invoiced): CreditSum {
  const { lineMinor } = creditLeft(invoiced)
  return sumCredit(
    invoiced,
    lineMinor.flatMap((netMinor, line) => (netMinor === 0n ? [] : [{ line, netMinor }])),
  )
}

/**
 * A rate's VAT is that of everything credited less that of earlier notes: rounded per note, cents could exceed the
 * invoice.
 */
export function creditLines(invoiced: Invoiced, typed: readonly TypedCredit[]): CreditSum | CreditFault {
  const left = creditLeft(invoiced)
  const credited: CreditedLine[] = []
  for (const [at, { line, net }] of typed.entries()) {
    const lineLeft = left.lineMinor[line]
    if (lineLeft === undefined || credited.some(one => one.line === line)) return { fault: 'line', at }
    const netMinor = parseAmount(net, invoiced.currency)?.amountMinor
    if (netMinor === undefined || !isPartOf(netMinor, lineLeft)) return { fault: 'net', at }
    credited.push({ line, netMinor })
  }
  const sum = sumCredit(invoiced, credited)
  return sum.totalMinor <= 0n || sum.totalMinor > left.totalMinor ? { fault: 'total' } : sum
}

function isPartOf(part: bigint, whole: bigint): boolean {
  return whole > 0n ? part > 0n && part <= whole : part < 0n && part >= whole
}

function sumCredit({ lines, earlier }: Invoiced, credited: readonly CreditedLine[]): CreditSum {
  const before = sumParts(lines, earlier)
  const after = sumParts(lines, [...earlier, ...credited])
  const isCredited = ({ vatRate }: VatSum) => credited.some(({ line }) => lines[line]?.vatRate === vatRate)
  const byRate = after.byRate.filter(isCredited).map(({ vatRate, netMinor, vatMinor }): VatSum => {
    const old = before.byRate.find(one => one.vatRate === vatRate)
    return { vatRate, netMinor: netMinor - (old?.netMinor ?? 0n), vatMinor: vatMinor - (old?.vatMinor ?? 0n) }
  })
  const [netMinor, vatMinor] = [after.netMinor - before.netMinor, after.vatMinor - before.vatMinor]
  return { lines: credited, byRate, netMinor, vatMinor, totalMinor: netMinor + vatMinor }
}

function sumParts(lines: Invoiced['lines'], parts: readonly CreditedLine[]): RateSum {
  return sumRates(parts.map(({ line, netMinor }) => ({ vatRate: lines[line]?.vatRate ?? '0', netMinor })))
}
