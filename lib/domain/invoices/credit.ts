import { type Currency, parseAmount } from '@guichet/values/money/minor.ts'
import { type InvoiceLine, type RateSum, sumInvoice, sumRates, type VatSum } from './totals.ts'

/**
 * Credit notes: how much of an invoice's lines they take back. All of an invoice's credit notes together never come to more than the
 * invoice, and to exactly its amounts if they take back all of it.
 */

/** A part of a line of the invoice. */
export type CreditedLine = {
  /** Index in the invoice. */
  readonly line: number
  /** Without VAT; has the sign of the invoice's line. */
  readonly netMinor: bigint
}

/** The same as typed: a decimal string. */
export type TypedCredit = { readonly line: number; readonly net: string }

export type CreditSum = RateSum & { readonly lines: readonly CreditedLine[] }

/** `line` names one that is not in the invoice or comes twice, `net` an amount that its line does not have left, `total` their sum. */
export type CreditFault = { readonly fault: 'line' | 'net'; readonly at: number } | { readonly fault: 'total' }

type Invoiced = {
  readonly lines: readonly Omit<InvoiceLine, 'description'>[]
  readonly currency: Currency
  /** The lines of all earlier credit notes of the invoice. */
  readonly earlier: readonly CreditedLine[]
}

/** The parts of lines that credit notes were issued for, read from what is stored of them. */
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

/** What is left of each line without VAT, and of the whole invoice with VAT. */
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

/** A credit note of all that is left. */
export function creditAllLeft(invoiced: Invoiced): CreditSum {
  const { lineMinor } = creditLeft(invoiced)
  return sumCredit(
    invoiced,
    lineMinor.flatMap((netMinor, line) => (netMinor === 0n ? [] : [{ line, netMinor }])),
  )
}

/**
 * A credit note of typed parts of lines. The VAT of a rate is that of everything credited so far less that of the earlier credit notes:
 * rounded for each note alone, cents could add up to more than the invoice's VAT.
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

/** Not zero, of the same sign, and not more. */
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
