import { addMonths, type IsoDate } from '@guichet/values/calendar/day.ts'
import { largestSepaMinor } from '@guichet/values/money/minor.ts'
import { z } from 'zod'
import { supplyKinds } from './lifecycle.ts'
import { sumInvoice, vatRates } from './totals.ts'

/** What French law asks an invoice to say. */

const InvoiceLine = z.object({
  description: z.string(),
  quantity: z.string(),
  unitPrice: z.string(),
  vatRate: z.enum(vatRates),
})

/** Without days, amount and customer, which have columns. */
export const InvoiceContent = z.object({
  language: z.enum(['fr', 'en']),
  customerAddress: z.array(z.string()),
  /** SIREN, or another register's; null for a consumer. */
  customerNumber: z.string().nullable(),
  customerVatNumber: z.string().nullable(),
  supplies: z.enum(supplyKinds),
  /** Delivery or end of the service; null: the invoice's day. */
  suppliedOn: z.iso.date().nullable(),
  lines: z.array(InvoiceLine),
  /** Exempts the lines at 0 %. */
  vatNote: z.string().nullable(),
  note: z.string().nullable(),
})
export type InvoiceContent = z.infer<typeof InvoiceContent>

const RateSum = z.object({ vatRate: z.enum(vatRates), net: z.string(), vat: z.string() })

/** Decimal strings above zero. */
export const CreditContent = z.object({
  /** Index, and the part without VAT. */
  lines: z.array(z.object({ line: z.int(), net: z.string() })),
  byRate: z.array(RateSum),
  net: z.string(),
  vat: z.string(),
  total: z.string(),
  reason: z.string().nullable(),
})
export type CreditContent = z.infer<typeof CreditContent>

export const InvoiceSeller = z.object({
  name: z.string(),
  legalName: z.string(),
  addressLines: z.array(z.string()),
  country: z.string(),
  registrationNumber: z.string(),
  email: z.string(),
  /** Null: no VAT charged (CGI art. 293 B). */
  vatNumber: z.string().nullable(),
  companyDetails: z.string().nullable(),
  taxOnDebits: z.boolean(),
})
export type InvoiceSeller = z.infer<typeof InvoiceSeller>

type Checked = {
  readonly content: InvoiceContent
  readonly dueOn: IsoDate
  readonly chargesVat: boolean
  readonly today: IsoDate
}

/** Companies have 60 days at most (Code de commerce, art. L441-10, I). */
const latestMonths = 12

/**
 * Wrong members by path, in the form's order: address (CGI, annexe II, art. 242 nonies A, I, 1°); quantity,
 * description and price (8°); a rate without VAT (CGI art. 293 B); no reason for an exemption (12°); `lines` for a
 * sum no transfer can have.
 */
export function findInvoiceFaults({ content, dueOn, chargesVat, today }: Checked): string[] {
  const { lines } = content
  const isExempt = chargesVat && lines.some(line => line.vatRate === '0')
  return [
    ...(content.customerAddress.length === 0 ? ['customerAddress'] : []),
    ...(dueOn < today || dueOn > addMonths(today, latestMonths) ? ['dueOn'] : []),
    ...lines.flatMap((line, at) => [
      ...(line.description === '' ? [`lines.${at}.description`] : []),
      ...(!chargesVat && line.vatRate !== '0' ? [`lines.${at}.vatRate`] : []),
    ]),
    ...findSumFault(lines),
    ...(isExempt && content.vatNote === null ? ['vatNote'] : []),
  ]
}

function findSumFault(lines: InvoiceContent['lines']): string[] {
  const faults = lines.flatMap((line, at) => {
    const sum = sumInvoice([line])
    return 'fault' in sum ? [`lines.${at}.${sum.fault}`] : []
  })
  if (faults.length > 0) return faults
  const sum = sumInvoice(lines)
  return 'fault' in sum || sum.totalMinor <= 0n || sum.totalMinor > largestSepaMinor ? ['lines'] : []
}
